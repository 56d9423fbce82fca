using System.Runtime.CompilerServices;
using Pooling.Buffers;
using WebSockets.Hub.Connections;

namespace WebSockets.Hub.After;

/// <content>Writes the frames, one after the other, a long one in parts. While a write waits for the peer, nobody's thread does.</content>
internal sealed partial class Outbox : IThreadPoolWorkItem
{
    private const int MaxAtOnce = 64; // writes of frames that others added: whoever sends has something else to do, too
    private const int MaxWriteLength = 64 * 1024; // Kestrel keeps a copy of what one write has until the peer takes it

    private readonly Stream _stream = stream ?? Stream.Null;
    private readonly TimeProvider _time = context?.Time ?? TimeProvider.System;
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Action? _continue; // this and the next ones belong to the sender, who hands them on by the lock, a write or the pool
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private SharedBuffer _frame;
    private ReadOnlyMemory<byte> _rest; // of the frame
    private bool _isLast;
    private BroadcastAdmission? _admission;
    private long _waitingSince;
    private long _lastWaited;

    /// <summary>Ends when the close frame is written, or nothing more can be.</summary>
    public Task Completion => _completion.Task;

    /// <summary>Since when a write waits for the peer, by <see cref="TimeProvider.GetTimestamp"/>; 0 if none does.</summary>
    public long WaitingSince => Volatile.Read(ref _waitingSince); // pairs with the writes of the sender

    /// <summary>When the peer last took a write that had waited for it; 0 for never.</summary>
    public long LastWaited => Volatile.Read(ref _lastWaited); // as above

    /// <summary>Sends on a thread of the pool. The sender only.</summary>
    /// <param name="admission">The admission to notify when that is done, or waits for the peer.</param>
    public void Start(BroadcastAdmission? admission = null)
    {
        _admission = admission;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Sends until there is nothing, or a write waits for the peer; after some writes it continues on a thread of the pool. The
    /// sender only.</summary>
    /// <param name="admission">The admission to notify when that is done, or waits for the peer.</param>
    public void Send(BroadcastAdmission? admission = null)
    {
        bool isSender = true;
        try
        {
            for (int i = 0; isSender && i < MaxAtOnce; i++)
                isSender = (_rest.IsEmpty ? TryBegin() : TryGoOn()) && TryWrite();
        }
        catch (Exception exception) when (exception is IOException or InvalidOperationException or OperationCanceledException)
        {
            Fail(); // the connection has ended, which the receiving loop finds out
            isSender = false;
        }

        if (isSender)
            Start(admission);
        else
            admission?.EndWriting(1);
    }

    void IThreadPoolWorkItem.Execute() => Send(_admission);

    /// <summary>Ends the waiting for the close frame: the connection is gone. Any thread.</summary>
    public void Abandon()
    {
        Dispose();
        _completion.TrySetResult();
    }

    /// <summary>Ends the outbox, and waits until no write begins any more: with the request its stream ends, which over HTTP/2 is used
    /// again for the next one. Once only.</summary>
    /// <returns>Whether a write still waits for the peer.</returns>
    public async ValueTask<bool> EndAsync()
    {
        Dispose();
        lock (_lock)
        {
            if (_state == State.Sending) // it stops, at the latest, when it asks for the next part
                _ending = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        if (_ending is { } ending)
            await ending.Task.ConfigureAwait(false);

        return WaitingSince != 0;
    }

    /// <summary>Begins with the next frame.</summary>
    /// <returns><see langword="false"/> if there is none; the caller is no more the sender.</returns>
    private bool TryBegin()
    {
        if (!TryTake(out SharedBuffer frame, out bool isLast))
            return false;

        _frame = deflater is null ? frame : deflater.Replace(in frame);
        _isLast = isLast;
        _rest = _frame.Memory;
        return true;
    }

    /// <summary>Goes on with a frame.</summary>
    /// <returns><see langword="false"/> if the outbox has ended; the caller is no more the sender.</returns>
    private bool TryGoOn()
    {
        lock (_lock)
        {
            _state = State.Sending; // if a write waited, it has ended
            if (!_hasEnded)
                return true;
        }

        Fail();
        return false;
    }

    /// <summary>Writes a part of the frame.</summary>
    /// <returns><see langword="false"/> if it waits for the peer; the caller is no more the sender.</returns>
    private bool TryWrite()
    {
        ReadOnlyMemory<byte> part = _rest[..Math.Min(_rest.Length, MaxWriteLength)];
        _rest = _rest[part.Length..];
        _write = _stream.WriteAsync(part).ConfigureAwait(false).GetAwaiter();
        if (_write.IsCompleted)
        {
            EndWrite();
            return true;
        }

        Volatile.Write(ref _waitingSince, _time.GetTimestamp()); // pairs with the reads of the sweep, and of who ends it
        lock (_lock)
            StopSending(State.Waiting);

        _write.UnsafeOnCompleted(_continue ??= Continue);
        return false;
    }

    private void Continue()
    {
        Volatile.Write(ref _lastWaited, _time.GetTimestamp()); // these pair with the reads of the sweep
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

        context?.Counters.AddSent(_frame.Length);
        _frame.Dispose();
        _frame = default;
        if (_isLast)
            _completion.TrySetResult();
    }

    /// <summary>Gives up. It has ended then, so that nobody becomes the sender any more.</summary>
    private void Fail()
    {
        _rest = default;
        _frame.Dispose();
        _frame = default;
        Abandon();
        lock (_lock)
            StopSending(State.Idle);
    }
}
