using System.Runtime.CompilerServices;
using Pooling.Buffers;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.After;

/// <summary>Writes the waiting frames of a socket's outbox, one after the other, long ones in parts. A thread that adds a frame to an
/// outbox without a sender becomes the sender, or starts one on the thread pool. While a write waits for the peer, no thread is
/// blocked.</summary>
/// <param name="stream">The upgraded stream. Kestrel copies each frame once, into its pipe. A write to a disconnected peer does not
/// fail.</param>
/// <param name="outbox">The waiting frames.</param>
/// <param name="context">The hub.</param>
/// <param name="deflater">Compresses messages for this socket alone, in the order in which they are sent; <see langword="null"/> if they
/// are sent as they are.</param>
internal sealed class FrameSender(Stream stream, Outbox outbox, HubContext context, SocketDeflater? deflater) : IThreadPoolWorkItem
{
    private const int MostAtOnce = 64; // writes of frames that others added, because the thread of the sender has other work, too
    private const int LongestWrite = 64 * 1024; // Kestrel keeps a copy of a write until the peer has received it

    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _writing = new(); // held while a write begins, and when no more may begin
    private bool _isOver;
    private Action? _continue; // this and the next fields belong to the sender, and are passed on through the outbox or the thread pool
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private SharedBuffer _frame;
    private ReadOnlyMemory<byte> _rest; // of the frame
    private bool _isLast;
    private BroadcastGate? _gate;
    private long _waitingSince;
    private long _lastWaited;

    /// <summary>Gets a task that completes when the close frame is written, or nothing more can be written.</summary>
    public Task Completion => _completion.Task;

    /// <summary>Gets the time since which a write waits for the peer, by <see cref="TimeProvider.GetTimestamp"/>; 0 if none does.</summary>
    public long WaitingSince => Volatile.Read(ref _waitingSince); // pairs with the writes of the sender

    /// <summary>Gets the time at which the peer last received a write that had waited for it; 0 if it never did.</summary>
    public long LastWaited => Volatile.Read(ref _lastWaited); // as above

    /// <summary>Sends on a thread of the pool. Only called by the thread that the outbox made the sender.</summary>
    /// <param name="gate">Notified when the sending ends or waits for the peer.</param>
    public void Start(BroadcastGate? gate = null)
    {
        _gate = gate;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Sends the waiting frames. Only called by the thread that the outbox made the sender.</summary>
    public void Send()
    {
        if (SendSome())
            Start();
    }

    void IThreadPoolWorkItem.Execute()
    {
        BroadcastGate? gate = _gate;
        if (SendSome())
            Start(gate);
        else
            gate?.EndWriting(1);
    }

    /// <summary>Ends the wait for the close frame, because the connection has ended. Any thread.</summary>
    public void Abandon()
    {
        outbox.Dispose();
        _completion.TrySetResult();
    }

    /// <summary>Prevents further writes. The stream ends with the request, and over HTTP/2 it is reused for the next one.</summary>
    /// <returns>Whether a write still waits for the peer.</returns>
    public bool End()
    {
        lock (_writing)
        {
            _isOver = true;
            return WaitingSince != 0;
        }
    }

    /// <returns>Whether to continue on another thread; if not, the caller is no longer the sender.</returns>
    private bool SendSome()
    {
        try
        {
            for (int i = 0; i < MostAtOnce; i++)
            {
                if (_rest.IsEmpty)
                {
                    if (!outbox.TryTake(out SharedBuffer frame, out bool isLast))
                        return false;

                    _frame = deflater is null ? frame : Deflate(in frame, deflater);
                    _isLast = isLast;
                    _rest = _frame.Memory;
                }

                ReadOnlyMemory<byte> part = _rest[..Math.Min(_rest.Length, LongestWrite)];
                _rest = _rest[part.Length..];
                if (!TryWrite(part, out bool isWaiting))
                {
                    Fail();
                    return false;
                }

                if (isWaiting)
                {
                    _write.UnsafeOnCompleted(_continue ??= Continue);
                    return false;
                }

                EndWrite();
            }

            return true;
        }
        catch (Exception exception) when (exception is IOException or InvalidOperationException or OperationCanceledException)
        {
            Fail(); // the connection has ended, which the receiving loop detects
            return false;
        }
    }

    /// <returns><see langword="false"/> if the stream must not be written to any more.</returns>
    private bool TryWrite(ReadOnlyMemory<byte> part, out bool isWaiting)
    {
        isWaiting = false;
        lock (_writing)
        {
            if (_isOver)
                return false;

            _write = stream.WriteAsync(part).ConfigureAwait(false).GetAwaiter();
            isWaiting = !_write.IsCompleted;
            if (isWaiting)
                Volatile.Write(ref _waitingSince, context.Time.GetTimestamp()); // pairs with the read in Sweep

            return true;
        }
    }

    private SharedBuffer Deflate(in SharedBuffer frame, SocketDeflater deflater)
    {
        if (frame.Length < context.Options.Deflate.LeastLength || FrameHeader.IsControlOpcode(frame.Span[0] & 0xF))
            return frame;

        context.Counters.AddDeflated();
        return deflater.Replace(in frame);
    }

    private void Continue()
    {
        Volatile.Write(ref _lastWaited, context.Time.GetTimestamp()); // both pair with the reads in Sweep
        Volatile.Write(ref _waitingSince, 0);
        try
        {
            EndWrite();
        }
        catch (Exception exception) when (exception is IOException or InvalidOperationException or OperationCanceledException)
        {
            Fail();
            return;
        }

        Send();
    }

    private void EndWrite()
    {
        _write.GetResult();
        if (!_rest.IsEmpty)
            return;

        context.Counters.AddSent(_frame.Length);
        _frame.Dispose();
        _frame = default;
        if (_isLast)
            _completion.TrySetResult();
    }

    /// <summary>Gives up, and remains the sender, so that no other thread becomes it.</summary>
    private void Fail()
    {
        _rest = default;
        _frame.Dispose();
        _frame = default;
        Abandon();
    }
}
