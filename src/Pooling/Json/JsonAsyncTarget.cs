using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace Pooling.Json;

/// <summary>Drains an output to its target asynchronously, one drain at a time, and tracks what is awaited in the meantime.</summary>
/// <remarks>An output creates it when it first needs it, and keeps it, so that even a drain that has to wait does not allocate.</remarks>
internal sealed class JsonAsyncTarget : IValueTaskSource<bool>
{
    private const int Resting = 0;
    private const int Draining = 1;
    private const int WaitedFor = 2;

    private readonly JsonOutput _output;
    private readonly Action _endWrite; // created once, as the delegate that awaiters need
    private readonly Action _endFlush;
    private Stream? _stream; // exactly one of these two is set while leased
    private PipeWriter? _pipe;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private ConfiguredValueTaskAwaitable<FlushResult>.ConfiguredValueTaskAwaiter _flush;
    private ManualResetValueTaskSourceCore<bool> _drained;
    private Exception? _fault; // the exception of the last drain that had to wait, until it is observed
    private int _phase; // the state of the drain; changed by exchanges while one is in progress
    private TaskCompletionSource<bool>? _waiter; // completes when the drain ends, for a lease that ends in the meantime

    internal JsonAsyncTarget(JsonOutput output)
    {
        _output = output;
        _endWrite = EndWrite;
        _endFlush = EndFlush;
    }

    /// <summary>The maximum number of bytes that the output is meant to hold back.</summary>
    internal int Threshold { get; private set; }

    /// <summary>Whether the target accepts no more bytes.</summary>
    internal bool IsRefusing { get; private set; }

    /// <summary>Whether the result of a drain that had to wait was not observed yet; its completion may still use this object.</summary>
    internal bool IsAwaited { get; private set; }

    /// <summary>The exception of a drain whose result was not observed.</summary>
    internal Exception? UntakenFault => IsAwaited ? _fault : null;

    /// <summary>The number of bytes at which they are drained: slightly below the threshold, so that the next value still fits.</summary>
    internal int DrainAt { get; private set; }

    internal void Open(Stream? stream, PipeWriter? pipe, int threshold)
    {
        _stream = stream;
        _pipe = pipe;
        Threshold = threshold;
        DrainAt = threshold - threshold / 8;
        IsRefusing = false;
        IsAwaited = false;
    }

    /// <param name="isInUse">Whether a drain is still in progress, or its result is awaited.</param>
    internal void Forget(bool isInUse)
    {
        _stream = null;
        _pipe = null;
        _fault = null;
        _waiter = null;
        if (!isInUse)
            _drained.Reset(); // it references the awaiter and the exception
    }

    /// <summary>Sends the start of an array, which must not change until the task completes.</summary>
    /// <returns><see langword="false"/> if the target accepts no more bytes.</returns>
    internal ValueTask<bool> DrainAsync(byte[] array, int count, CancellationToken cancellationToken)
    {
        Debug.Assert(count > 0 && !IsRefusing, "There is nothing to drain.");
        Volatile.Write(ref _phase, Draining); // pairs with the read in WaitForDrain
        return _pipe is null ? WriteAsync(array, count, cancellationToken) : FlushAsync(array, count, cancellationToken);
    }

    /// <summary>Waits for the drain in progress.</summary>
    /// <returns><see langword="null"/> if there is none; its changes are then visible.</returns>
    internal Task<bool>? WaitForDrain()
    {
        if (Volatile.Read(ref _phase) == Resting) // pairs with the exchange in EndDrain
            return null;

        var waiter = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiter = waiter;
        return Interlocked.CompareExchange(ref _phase, WaitedFor, Draining) == Draining // pairs with the exchange in EndDrain
            ? waiter.Task
            : null;
    }

    /// <summary>Ends the drain before its awaiter, which may begin the next one, continues.</summary>
    internal void EndDrain(Exception? exception)
    {
        if (Interlocked.Exchange(ref _phase, Resting) != WaitedFor) // pairs with the compare-and-swap in WaitForDrain
            return;

        if (exception is null)
            _waiter!.SetResult(true);
        else
            _waiter!.SetException(exception);
    }

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        if (_drained.GetStatus(token) != ValueTaskSourceStatus.Pending)
            IsAwaited = false;

        return _drained.GetResult(token);
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _drained.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token,
        ValueTaskSourceOnCompletedFlags flags) =>
        _drained.OnCompleted(continuation, state, token, flags);

    private ValueTask<bool> WriteAsync(byte[] array, int count, CancellationToken cancellationToken)
    {
        ValueTask write = _stream!.WriteFirstAsync(array, count, cancellationToken);
        if (write.IsCompletedSuccessfully)
        {
            write.GetAwaiter().GetResult(); // releases the source of the task
            _output.EndDrain();
            EndDrain(null);
            return new ValueTask<bool>(true);
        }

        _drained.Reset();
        IsAwaited = true;
        var result = new ValueTask<bool>(this, _drained.Version);
        _write = write.ConfigureAwait(false).GetAwaiter();
        if (_write.IsCompleted)
            EndWrite();
        else
            _write.UnsafeOnCompleted(_endWrite);

        return result;
    }

    private void EndWrite()
    {
        try
        {
            ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter write = _write;
            _write = default; // the stream may be forgotten
            write.GetResult();
            _output.EndDrain();
        }
        catch (Exception exception)
        {
            Fail(exception);
            return;
        }

        EndDrain(null);
        _drained.SetResult(true);
    }

    private ValueTask<bool> FlushAsync(byte[] array, int count, CancellationToken cancellationToken)
    {
        JsonOutput.CopyTo(_pipe!, new ReadOnlySpan<byte>(array, 0, count));
        ValueTask<FlushResult> flush = _pipe!.FlushAsync(cancellationToken);
        if (flush.IsCompletedSuccessfully)
        {
            bool isAccepted = Accept(flush.Result);
            EndDrain(null);
            return new ValueTask<bool>(isAccepted);
        }

        _drained.Reset();
        IsAwaited = true;
        var result = new ValueTask<bool>(this, _drained.Version);
        _flush = flush.ConfigureAwait(false).GetAwaiter();
        if (_flush.IsCompleted)
            EndFlush();
        else
            _flush.UnsafeOnCompleted(_endFlush);

        return result;
    }

    private void EndFlush()
    {
        bool isAccepted;
        try
        {
            ConfiguredValueTaskAwaitable<FlushResult>.ConfiguredValueTaskAwaiter flush = _flush;
            _flush = default;
            isAccepted = Accept(flush.GetResult());
        }
        catch (Exception exception)
        {
            Fail(exception);
            return;
        }

        EndDrain(null);
        _drained.SetResult(isAccepted);
    }

    private void Fail(Exception exception)
    {
        _output.FailDrain();
        _fault = exception;
        EndDrain(exception);
        _drained.SetException(exception);
    }

    private bool Accept(FlushResult result)
    {
        bool isRefusing = result.IsCompleted && !result.IsCanceled;
        IsRefusing = isRefusing; // first: after the drain has ended, the lease may end, and this may serve another lease
        _output.EndDrain(); // the pipe has the bytes, whatever the result is
        if (result.IsCanceled)
            throw new OperationCanceledException("The pending flush of the pipe was canceled.");

        return !isRefusing;
    }
}
