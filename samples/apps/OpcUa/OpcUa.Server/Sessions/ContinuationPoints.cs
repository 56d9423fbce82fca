using System.Buffers.Binary;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Sessions;

/// <summary>The incomplete browses of a session. Guarded by the lock of the session.</summary>
internal sealed class ContinuationPoints(ServerLimits limits)
{
    private readonly Dictionary<uint, BrowsePlace> _places = [];
    private uint _last;

    /// <summary>Stores a position.</summary>
    /// <returns>The continuation point, or <see langword="null"/> if there are too many.</returns>
    public byte[]? TryAdd(BrowsePlace place)
    {
        if (_places.Count >= limits.ContinuationPoints)
            return null;

        _places.Add(++_last, place);
        var name = new byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(name, _last);
        return name;
    }

    /// <summary>Removes and returns a position.</summary>
    public BrowsePlace? Take(byte[]? name) =>
        name is { Length: sizeof(uint) } && _places.Remove(BinaryPrimitives.ReadUInt32LittleEndian(name), out BrowsePlace? place)
            ? place
            : null;
}
