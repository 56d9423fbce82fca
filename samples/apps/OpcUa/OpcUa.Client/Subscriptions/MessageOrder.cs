using System.Diagnostics;
using Pooling.Buffers;

namespace OpcUa.Client.Subscriptions;

/// <summary>Puts messages into the order of their numbers. A message that arrives too early is held until its predecessors have arrived
/// or are lost.</summary>
/// <remarks><para>For the receiving thread only.</para>
/// <para>Numbers wrap around from the last one to 1, so messages are ordered by their positions, which do not. The server has sent all
/// messages before <c>_end</c>; those before <c>_next</c> were delivered or are lost; of the others, some are held. When the two are equal,
/// every message that was sent was either delivered or lost.</para></remarks>
internal sealed class MessageOrder : IDisposable
{
    private const int MaxHeld = 64;
    private const int MaxLate = 1_000; // far more than there are publish requests, so no message arrives that late
    private const long MaxHeldBytes = 16 << 20;

    private readonly SortedList<long, PooledArray<byte>> _held = []; // by position
    private long _heldBytes;
    private long _next; // the position of the next message; the number 1 has the position 0
    private long _end; // the position after the last message that the server is known to have sent

    /// <summary>Gets the number of the next message.</summary>
    public uint Expected => NumberAt(_next);

    /// <summary>Gets the number after the last message that the server is known to have sent.</summary>
    public uint End => NumberAt(_end);

    /// <summary>Gets whether messages that the server has sent are missing.</summary>
    public bool HasGap => _end > _next;

    /// <summary>Returns the distance of a number from the expected one; negative if it is older.</summary>
    public int Distance(uint number)
    {
        long distance = (long)number - Expected;
        return (int)(distance > int.MaxValue ? distance - uint.MaxValue
            : distance < -int.MaxValue ? distance + uint.MaxValue
            : distance);
    }

    /// <summary>Returns whether a number is too old to be a duplicate, which means that an earlier number was wrong.</summary>
    public bool IsFarBehind(uint number) => Distance(number) < -MaxLate;

    /// <summary>Advances to the next message, after the expected message was delivered or is lost.</summary>
    public void Advance()
    {
        _next++;
        _end = Math.Max(_next, _end);
    }

    /// <summary>Records the number of the message that the server sends next.</summary>
    /// <returns><see langword="false"/> if too many messages are missing to request them.</returns>
    public bool TryAnnounce(uint next) => TryAnnounce(_next + Distance(next));

    /// <summary>Holds a copy of a message that arrived too early.</summary>
    /// <returns><see langword="false"/> if too much is held already, or too many messages are missing.</returns>
    public bool TryHold(uint number, ReadOnlySpan<byte> message)
    {
        long position = _next + Distance(number);
        if (_held.ContainsKey(position))
            return true;

        if (_heldBytes + message.Length > MaxHeldBytes || !TryAnnounce(position + 1))
            return false;

        var copy = new PooledArray<byte>(message.Length);
        message.CopyTo(copy.Span);
        _held.Add(position, copy);
        _heldBytes += message.Length;
        return true;
    }

    /// <summary>Removes and returns the expected message, if it is held. The caller must dispose it.</summary>
    public PooledArray<byte>? TakeExpected()
    {
        if (!_held.Remove(_next, out PooledArray<byte>? message))
            return null;

        _heldBytes -= message.Length;
        return message;
    }

    /// <summary>Skips missing messages up to a number, but not beyond a message that is held.</summary>
    /// <param name="number">A number that is not older than the expected one.</param>
    /// <returns>The number of lost messages.</returns>
    public long Skip(uint number)
    {
        long position = _next + Distance(number);
        if (_held.Count > 0)
            position = Math.Min(position, _held.Keys[0]);

        long lost = position - _next;
        _next = position;
        _end = Math.Max(_next, _end);
        return lost;
    }

    /// <summary>Continues from a number, when no message is held any more.</summary>
    public void Restart(uint number)
    {
        Debug.Assert(_held.Count == 0, "Messages are held.");
        _next = _end = number == 0 ? 0 : number - 1;
    }

    /// <summary>Returns the held messages to the pool.</summary>
    public void Dispose()
    {
        foreach (PooledArray<byte> message in _held.Values)
            message.Dispose();

        _held.Clear();
        _heldBytes = 0;
    }

    private static uint NumberAt(long position) => (uint)(position % uint.MaxValue) + 1;

    private bool TryAnnounce(long end)
    {
        if (end - _next > MaxHeld)
            return false;

        _end = Math.Max(_end, end);
        return true;
    }
}
