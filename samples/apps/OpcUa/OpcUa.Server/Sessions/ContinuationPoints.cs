using System.Buffers.Binary;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Sessions;

/// <summary>The incomplete browses of a session. Guarded by the lock of the session.</summary>
internal sealed class ContinuationPoints(ServerLimits limits)
{
    private readonly Dictionary<uint, BrowsePlace> _places = [];
    private uint _last;
    private uint _lastBefore; // the last one of earlier requests

    /// <summary>Gets the number of stored positions.</summary>
    public int Count => _places.Count;

    /// <summary>Begins a request. It may free the positions of earlier ones (OPC 10000-4, 7.9).</summary>
    public void Begin() => _lastBefore = _last;

    /// <summary>Stores a position. If there are too many, the oldest one of earlier requests is freed.</summary>
    /// <returns>The continuation point, or <see langword="null"/> if there are too many of this request.</returns>
    public byte[]? TryAdd(BrowsePlace place)
    {
        if (_places.Count >= limits.ContinuationPoints && !TryFree())
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

    private bool TryFree()
    {
        uint oldest = uint.MaxValue;
        foreach (uint number in _places.Keys)
            oldest = Math.Min(oldest, number);

        return oldest <= _lastBefore && _places.Remove(oldest);
    }
}
