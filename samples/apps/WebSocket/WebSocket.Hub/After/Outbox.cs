using Pooling.Buffers;
using Pooling.Queues;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.After;

/// <summary>Keeps the frames that wait to be sent over one socket, within its limits, and writes them. Any thread adds; one at a time
/// sends.</summary>
/// <remarks>
/// <para>States, which change under the lock only. Idle: nothing can be taken. Sending: one thread, the sender, takes and writes, or a work
/// item of the pool will. Waiting: a write waits for the peer, and no thread does; the end of the write makes its thread the sender.
/// Whoever adds to an idle outbox becomes the sender, on its own thread or on one of the pool. The sender takes until there is nothing, and
/// is the sender no more in the same step.</para>
/// <para>A write is allowed under the lock, and begins outside of it, in the state of sending. Once the outbox has ended, nothing is added
/// or taken and no write is allowed. So <see cref="EndAsync"/> knows that none begins any more as soon as nobody sends.</para>
/// <para>Control frames go first, the close frame last; behind it nothing is added.</para>
/// <para>Its lock is the inner one of the two that <see cref="Connections.BroadcastAdmission"/> names. Under it nothing is written,
/// compressed or waited for.</para>
/// </remarks>
/// <param name="limits">The limits of one socket and of all.</param>
/// <param name="context">The hub; <see langword="null"/> if there are no other sockets, and nothing is counted.</param>
/// <param name="stream">The upgraded stream; <see langword="null"/> if the frames are taken by <see cref="TryTake"/> only. Kestrel copies
/// each frame once, into its pipe; a write to a peer that is gone does not fail.</param>
/// <param name="echoes">Counts the bytes of messages that were added for this socket alone, until they are written.</param>
/// <param name="deflater">Compresses messages for this socket alone, in the order in which they are sent; <see langword="null"/> if they
/// need no more than to be written.</param>
internal sealed partial class Outbox(
    HubLimits limits,
    HubContext? context = null,
    Stream? stream = null,
    MemoryBudget? echoes = null,
    SocketDeflater? deflater = null) : IDisposable
{
    private readonly Lock _lock = new();
    private readonly RingQueue<Waiting> _queue = new(1, limits.QueuedMessages);
    private SharedBuffer? _pong; // the newest one
    private SharedBuffer? _ping;
    private SharedBuffer? _close;
    private long _bytes; // of waiting messages
    private int _charged; // for the message that is being written
    private bool _isRoomWanted; // somebody waits, or is about to
    private State _state;
    private bool _isClosing; // a close frame waits, or was taken
    private bool _hasEnded;
    private TaskCompletionSource? _ending; // whoever ends it waits until nobody sends

    private enum State
    {
        Idle,
        Sending,
        Waiting,
    }

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
            if (_isClosing || _hasEnded)
            {
                frame.Dispose();
                return true; // no thread waits for it
            }

            int length = frame.Length;
            if (!HasRoomFor(length) || (_state != State.Idle && context?.Memory.FrameBytes > limits.SendingFreely))
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
            if (_isClosing || _hasEnded)
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
    public bool SetPong(in SharedBuffer frame)
    {
        lock (_lock)
            return SetControl(in frame, ref _pong);
    }

    /// <summary>Queues a ping.</summary>
    /// <returns>Whether the caller must see to it that somebody sends.</returns>
    public bool SetPing(in SharedBuffer frame)
    {
        lock (_lock)
            return SetControl(in frame, ref _ping);
    }

    /// <summary>Adds the close frame. No frame is added after it.</summary>
    /// <returns>Whether the caller must start the sending.</returns>
    public bool SetClose(in SharedBuffer frame)
    {
        bool isSender;
        lock (_lock)
        {
            isSender = SetControl(in frame, ref _close);
            _isClosing = true;
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
            _state = State.Sending; // if a write waited, it has ended
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
                StopSending(State.Idle);
                setsRoom = _isRoomWanted; // all is written: there is room also when memory is short
                _isRoomWanted = false;
            }
        }

        if (setsRoom)
            Room.Set();

        return frame != default;
    }

    /// <summary>Ends what waits; nothing more is added or taken, and no write begins but one that was allowed already. Any thread.
    /// </summary>
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

    // All of these are called under the lock.

    private bool SetControl(in SharedBuffer frame, ref SharedBuffer? slot)
    {
        if (_isClosing || _hasEnded)
        {
            frame.Dispose();
            return false;
        }

        slot?.Dispose();
        slot = frame;
        return TryBecomeSender();
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
        if (_state != State.Idle)
            return false;

        _state = State.Sending;
        return true;
    }

    private void StopSending(State state)
    {
        _state = state;
        _ending?.TrySetResult();
    }

    private readonly record struct Waiting(SharedBuffer Frame, int Charged);
}
