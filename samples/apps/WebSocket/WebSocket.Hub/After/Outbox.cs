using Pooling.Buffers;
using Pooling.Queues;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <summary>The frames that wait to be sent over one socket, within its limits. Any thread may add frames; one at a time sends.</summary>
/// <remarks>Invariant, under the lock: while there is a frame to take, there is a sender. It takes frames until there are none, and stops
/// being the sender in the same step. Control frames are sent first, and the close frame last. No frame is added after it.</remarks>
/// <param name="limits">The limits of one socket and of all sockets.</param>
/// <param name="memory">The memory of all sockets; <see langword="null"/> if there are no others.</param>
/// <param name="echoes">Counts the bytes of messages that were added for this socket alone, until they are written.</param>
internal sealed class Outbox(HubLimits limits, WebSocketMemory? memory = null, MemoryBudget? echoes = null) : IDisposable
{
    private readonly Lock _lock = new();
    private readonly RingQueue<Waiting> _queue = new(1, limits.QueuedMessages);
    private SharedBuffer? _pong; // the newest one
    private SharedBuffer? _ping;
    private SharedBuffer? _close;
    private long _bytes; // of waiting messages
    private int _charged; // for the message that is being written
    private bool _isRoomWanted; // a thread waits for room, or is about to
    private bool _hasSender;
    private bool _isEnding; // a close frame waits, or was taken
    private bool _hasEnded;

    /// <summary>Gets the signal that is set when there may be room again, or no more messages are accepted. The receiving loop waits for
    /// it.</summary>
    public AsyncSignal Room { get; } = new();

    /// <summary>Adds a message if there is room.</summary>
    /// <param name="frame">The frame. The outbox takes the ownership of its share unless there is no room.</param>
    /// <param name="isSender">Whether the caller must send now.</param>
    /// <returns><see langword="false"/> if there is no room.</returns>
    public bool TryAdd(in SharedBuffer frame, out bool isSender)
    {
        isSender = false;
        lock (_lock)
        {
            if (_isEnding || _hasEnded)
            {
                frame.Dispose();
                return true; // no thread waits for it
            }

            int length = frame.Length;
            if (!HasRoomFor(length) || (_hasSender && memory?.FrameBytes > limits.SendingFreely))
            {
                _isRoomWanted = true;
                return false;
            }

            Add(in frame, length, charged: length);
            isSender = TryBecomeSender();
            return true;
        }
    }

    /// <summary>Adds a message according to the policy.</summary>
    /// <param name="frame">The frame. The outbox creates a separate share of it.</param>
    /// <param name="dropped">The number of messages that are not sent: older ones, or this one.</param>
    /// <param name="isSender">Whether the caller must start the sending.</param>
    /// <returns><see langword="false"/> if the socket must be closed.</returns>
    public bool Post(in SharedBuffer frame, out int dropped, out bool isSender)
    {
        dropped = 0;
        isSender = false;
        lock (_lock)
        {
            if (_isEnding || _hasEnded)
                return true;

            int length = frame.Length;
            if (!HasRoomFor(length))
            {
                dropped = 1;
                if (limits.Policy != OutboxPolicy.DropOldest)
                    return limits.Policy == OutboxPolicy.DropNewest;

                dropped = DropUntilRoomFor(length);
            }

            Add(frame.Retain(), length, charged: 0); // other sockets have it, too
            isSender = TryBecomeSender();
            return true;
        }
    }

    /// <summary>Adds a pong, and replaces one that waits already.</summary>
    /// <returns>Whether the caller must send now.</returns>
    public bool SetPong(in SharedBuffer frame) => SetControl(in frame, ref _pong);

    /// <summary>Adds a ping, and replaces one that waits already.</summary>
    /// <returns>Whether the caller must start the sending.</returns>
    public bool SetPing(in SharedBuffer frame) => SetControl(in frame, ref _ping);

    /// <summary>Adds the close frame. No frame is added after it.</summary>
    /// <returns>Whether the caller must start the sending.</returns>
    public bool SetClose(in SharedBuffer frame)
    {
        bool isSender;
        lock (_lock)
        {
            isSender = SetControl(in frame, ref _close);
            _isEnding = true;
        }

        Room.Set();
        return isSender;
    }

    /// <summary>Takes the next frame. Only called by the sender, which stops being the sender if there is none.</summary>
    public bool TryTake(out SharedBuffer frame, out bool isLast)
    {
        bool setsRoom = false;
        lock (_lock)
        {
            isLast = false;
            echoes?.Give(_charged);
            _charged = 0;
            if (!TryTakeControl(ref _pong, out frame) && !TryTakeControl(ref _ping, out frame))
            {
                if (_queue.TryDequeue(out Waiting next))
                {
                    frame = next.Frame;
                    _charged = next.Charged;
                    _bytes -= frame.Length;
                    setsRoom = _isRoomWanted;
                    _isRoomWanted = false;
                }
                else
                {
                    isLast = TryTakeControl(ref _close, out frame);
                }
            }

            if (frame == default)
            {
                _hasSender = false;
                setsRoom = _isRoomWanted; // all frames are written: there is room even if memory is short
                _isRoomWanted = false;
            }
        }

        if (setsRoom)
            Room.Set();

        return frame != default;
    }

    /// <summary>Releases the waiting frames, and accepts no more.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _hasEnded = true;
            End(ref _pong);
            End(ref _ping);
            End(ref _close);
            _queue.Drain(static (waiting, outbox) => outbox.Drop(in waiting), this);
            _bytes = 0;
            echoes?.Give(_charged);
            _charged = 0;
        }

        Room.Set();

        static void End(ref SharedBuffer? frame)
        {
            frame?.Dispose();
            frame = null;
        }
    }

    private static bool TryTakeControl(ref SharedBuffer? slot, out SharedBuffer frame)
    {
        frame = slot ?? default;
        bool isThere = slot.HasValue;
        slot = null;
        return isThere;
    }

    private bool SetControl(in SharedBuffer frame, ref SharedBuffer? slot)
    {
        lock (_lock)
        {
            if (_isEnding || _hasEnded)
            {
                frame.Dispose();
                return false;
            }

            slot?.Dispose();
            slot = frame;
            return TryBecomeSender();
        }
    }

    private bool HasRoomFor(int length) =>
        _queue.IsEmpty || (_queue.Count < limits.QueuedMessages && _bytes + length <= limits.QueuedBytes);

    private void Add(in SharedBuffer frame, int length, int charged)
    {
        _queue.TryEnqueue(new Waiting(frame, charged));
        _bytes += length;
        echoes?.TryTake(charged);
    }

    private void Drop(in Waiting waiting)
    {
        echoes?.Give(waiting.Charged);
        waiting.Frame.Dispose();
    }

    private int DropUntilRoomFor(int length)
    {
        int dropped = 0;
        while (!HasRoomFor(length) && _queue.TryDequeue(out Waiting oldest))
        {
            _bytes -= oldest.Frame.Length;
            Drop(in oldest);
            dropped++;
        }

        return dropped;
    }

    private bool TryBecomeSender()
    {
        bool isSender = !_hasSender;
        _hasSender = true;
        return isSender;
    }

    private readonly record struct Waiting(SharedBuffer Frame, int Charged);
}
