using Pooling.Buffers;

namespace OpcUa.Client.Subscriptions;

/// <summary>Puts messages into the order of their numbers: one that comes too early is held until those before it have come,
/// or are lost.</summary>
/// <remarks>Receiving thread only.</remarks>
internal sealed class MessageOrder : IDisposable
{
    private const int MaxHeld = 64;
    private const long MaxHeldBytes = 16 << 20;

    private readonly SortedList<uint, PooledArray<byte>> _held = [];
    private long _heldBytes;
    private uint _end = 1; // the number behind the last message that the server is known to have sent

    /// <summary>The number of the next message.</summary>
    public uint Expected { get; private set; } = 1;

    /// <summary>Whether messages are missing that the server has sent.</summary>
    public bool HasGap => Distance(_end) > 0;

    /// <summary>How far a number lies ahead of the expected one; less than 0 if it was there before.</summary>
    public int Distance(uint number) => (int)(number - Expected);

    /// <summary>The expected message was handed over, or is lost.</summary>
    public void Advance()
    {
        Expected = Expected == uint.MaxValue ? 1 : Expected + 1;
        if (Distance(_end) < 0)
            _end = Expected;
    }

    /// <summary>Is told the number of the message that the server sends next.</summary>
    /// <returns><see langword="false"/> if more are missing than are worth asking for.</returns>
    public bool TryAnnounce(uint next)
    {
        if (Distance(next) > MaxHeld)
            return false;

        if (Distance(next) > Distance(_end))
            _end = next;

        return true;
    }

    /// <summary>Holds a copy of a message that comes too early.</summary>
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

    /// <summary>Takes the expected message, if it is held. The caller disposes it.</summary>
    public PooledArray<byte>? TakeExpected()
    {
        if (!_held.Remove(Expected, out PooledArray<byte>? message))
            return null;

        _heldBytes -= message.Length;
        return message;
    }

    /// <summary>Gives up all that is missing before a number.</summary>
    /// <returns>How many messages are lost.</returns>
    public int SkipTo(uint number)
    {
        int lost = Math.Max(0, Distance(number) - _held.Count);
        Dispose();
        (Expected, _end) = (number, number);
        return lost;
    }

    /// <summary>Returns what is held.</summary>
    public void Dispose()
    {
        foreach (PooledArray<byte> message in _held.Values)
            message.Dispose();

        _held.Clear();
        _heldBytes = 0;
    }
}
