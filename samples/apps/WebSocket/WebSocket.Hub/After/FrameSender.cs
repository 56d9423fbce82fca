using System.Runtime.CompilerServices;
using Pooling.Buffers;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Frames;

namespace WebSockets.Hub.After;

/// <summary>Writes what waits in the outbox of one socket, one frame after the other, a long one in parts. Whoever adds to an outbox that
/// nobody sends from becomes the sender, on its own thread or on one of the pool; while a write waits for the peer, nobody's thread does.
/// </summary>
/// <param name="stream">The upgraded stream. Kestrel copies each frame once, into its pipe; a write to a peer that is gone does not fail.
/// </param>
/// <param name="outbox">What waits.</param>
/// <param name="context">The hub.</param>
/// <param name="deflater">Compresses messages for this socket alone, in the order in which they are sent; <see langword="null"/> if they
/// need no more than to be written.</param>
internal sealed class FrameSender(Stream stream, Outbox outbox, HubContext context, SocketDeflater? deflater) : IThreadPoolWorkItem
{
    private const int MostAtOnce = 64; // writes of frames that others added: whoever sends has something else to do, too
    private const int LongestWrite = 64 * 1024; // Kestrel keeps a copy of what one write has until the peer takes it

    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock _writing = new(); // a write begins, or none does any more
    private bool _isOver;
    private Action? _continue; // this and the next ones belong to the sender, who hands them on by the outbox or the pool
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private SharedBuffer _frame;
    private ReadOnlyMemory<byte> _rest; // of the frame
    private bool _isLast;
    private BroadcastGate? _gate;
    private long _waitingSince;
    private long _lastWaited;

    /// <summary>Ends when the close frame is written, or nothing more can be.</summary>
    public Task Completion => _completion.Task;

    /// <summary>Since when a write waits for the peer, by <see cref="TimeProvider.GetTimestamp"/>; 0 if none does.</summary>
    public long WaitingSince => Volatile.Read(ref _waitingSince); // pairs with the writes of the sender

    /// <summary>When the peer last took a write that had waited for it; 0 for never.</summary>
    public long LastWaited => Volatile.Read(ref _lastWaited); // as above

    /// <summary>Sends on a thread of the pool. By whom the outbox made the sender.</summary>
    /// <param name="gate">Is told when that is done.</param>
    public void Start(BroadcastGate? gate = null)
    {
        _gate = gate;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Sends. By whom the outbox made the sender.</summary>
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

    /// <summary>Ends the waiting for the close frame: the connection is gone. Any thread.</summary>
    public void Abandon()
    {
        outbox.Dispose();
        _completion.TrySetResult();
    }

    /// <summary>Lets no write begin any more: with the request its stream ends, which over HTTP/2 is used again for the next one.</summary>
    /// <returns>Whether a write still waits for the peer.</returns>
    public bool End()
    {
        lock (_writing)
        {
            _isOver = true;
            return WaitingSince != 0;
        }
    }

    /// <returns>Whether to go on, on another thread; if not, the caller is no more the sender.</returns>
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
            Fail(); // the connection has ended, which the receiving loop finds out
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
                Volatile.Write(ref _waitingSince, context.Time.GetTimestamp()); // pairs with the read of the sweep

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
        Volatile.Write(ref _lastWaited, context.Time.GetTimestamp()); // these pair with the reads of the sweep
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

    /// <summary>Gives up, and stays the sender for good, so that nobody else becomes it.</summary>
    private void Fail()
    {
        _rest = default;
        _frame.Dispose();
        _frame = default;
        Abandon();
    }
}
