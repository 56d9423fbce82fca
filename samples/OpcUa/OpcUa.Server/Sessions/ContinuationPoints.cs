using System.Buffers.Binary;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Sessions;

/// <summary>Where browses of a session stopped. Under the lock of the session.</summary>
internal sealed class ContinuationPoints(ServerLimits limits)
{
    private readonly Dictionary<uint, BrowsePlace> _places = [];
    private uint _last;

    /// <summary>Keeps a place.</summary>
    /// <returns>Its name; <see langword="null"/> if there are too many.</returns>
    public byte[]? TryAdd(BrowsePlace place)
    {
        if (_places.Count >= limits.ContinuationPoints)
            return null;

        _places.Add(++_last, place);
        var name = new byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(name, _last);
        return name;
    }

    /// <summary>Takes a place out.</summary>
    public BrowsePlace? Take(byte[]? name) =>
        name is { Length: sizeof(uint) } && _places.Remove(BinaryPrimitives.ReadUInt32LittleEndian(name), out BrowsePlace? place)
            ? place
            : null;
}
