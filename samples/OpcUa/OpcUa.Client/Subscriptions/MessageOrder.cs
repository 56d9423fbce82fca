using Pooling.Buffers;

namespace OpcUa.Client.Subscriptions;

/// <summary>Puts messages into the order of their numbers. A message that arrives too early is held until its predecessors have arrived
/// or are lost.</summary>
/// <remarks>For the receiving thread only.</remarks>
internal sealed class MessageOrder : IDisposable
{
    private const int MaxHeld = 64;
    private const long MaxHeldBytes = 16 << 20;

    private readonly SortedList<uint, PooledArray<byte>> _held = [];
    private long _heldBytes;
    private uint _end = 1; // the number after the last message that the server is known to have sent

    /// <summary>Gets the number of the next message.</summary>
    public uint Expected { get; private set; } = 1;

    /// <summary>Gets whether messages that the server has sent are missing.</summary>
    public bool HasGap => Distance(_end) > 0;

    /// <summary>Returns the distance of a number from the expected one; negative if it is older.</summary>
    public int Distance(uint number) => (int)(number - Expected);

    /// <summary>Returns whether a number is too old to be a duplicate, which means that an earlier number was wrong.</summary>
    public bool IsFarBehind(uint number) => Distance(number) < -MaxHeld;

    /// <summary>Advances to the next message, after the expected one was delivered or is lost.</summary>
    public void Advance()
    {
        Expected = Expected == uint.MaxValue ? 1 : Expected + 1;
        if (Distance(_end) < 0)
            _end = Expected;
    }

    /// <summary>Records the number of the message that the server sends next.</summary>
    /// <returns><see langword="false"/> if too many messages are missing to request them.</returns>
    public bool TryAnnounce(uint next)
    {
        if (Distance(next) > MaxHeld)
            return false;

        if (Distance(next) > Distance(_end))
            _end = next;

        return true;
    }

    /// <summary>Holds a copy of a message that arrived too early.</summary>
    /// <returns><see langword="false"/> if too much is held already.</returns>
    public bool TryHold(uint number, ReadOnlySpan<byte> message)
    {
        if (_held.ContainsKey(number))
            return true;

        if (_heldBytes + message.Length > MaxHeldBytes || !TryAnnounce(number + 1))
            return false;

        var copy = new PooledArray<byte>(message.Length);
        message.CopyTo(copy.Span);
        _held.Add(number, copy);
        _heldBytes += message.Length;
        return true;
    }

    /// <summary>Removes and returns the expected message, if it is held. The caller must dispose it.</summary>
    public PooledArray<byte>? TakeExpected()
    {
        if (!_held.Remove(Expected, out PooledArray<byte>? message))
            return null;

        _heldBytes -= message.Length;
        return message;
    }

    /// <summary>Skips all missing messages before a number.</summary>
    /// <returns>The number of lost messages.</returns>
    public int SkipTo(uint number)
    {
        int lost = Math.Max(0, Distance(number) - _held.Count);
        Dispose();
        (Expected, _end) = (number, number);
        return lost;
    }

    /// <summary>Returns the held messages to the pool.</summary>
    public void Dispose()
    {
        foreach (PooledArray<byte> message in _held.Values)
            message.Dispose();

        _held.Clear();
        _heldBytes = 0;
    }
}
