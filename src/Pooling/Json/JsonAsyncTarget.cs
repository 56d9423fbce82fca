using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace Pooling.Json;

/// <summary>Where an output drains to asynchronously, one drain at a time, and what is awaited meanwhile.</summary>
/// <remarks>An output makes one when it first needs it, and keeps it: a drain that has to wait allocates nothing either.</remarks>
internal sealed class JsonAsyncTarget : IValueTaskSource<bool>
{
    private const int Resting = 0;
    private const int Draining = 1;
    private const int WaitedFor = 2;

    private readonly JsonOutput _output;
    private readonly Action _endWrite; // made once, as the delegate that awaiters want
    private readonly Action _endFlush;
    private Stream? _stream; // of these two one is set while leased
    private PipeWriter? _pipe;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private ConfiguredValueTaskAwaitable<FlushResult>.ConfiguredValueTaskAwaiter _flush;
    private ManualResetValueTaskSourceCore<bool> _drained;
    private Exception? _fault; // what the last drain that had to wait threw, until that is taken
    private int _phase; // of the drain, changed by exchanges once it goes on
    private TaskCompletionSource<bool>? _waiter; // of whoever ends the lease meanwhile

    internal JsonAsyncTarget(JsonOutput output)
    {
        _output = output;
        _endWrite = EndWrite;
        _endFlush = EndFlush;
    }

    /// <summary>The most bytes that the output is meant to hold back.</summary>
    internal int Threshold { get; private set; }

    /// <summary>Whether the target takes no more.</summary>
    internal bool IsRefusing { get; private set; }

    /// <summary>Whether the result of a drain that had to wait was not taken yet: whoever brings it may still touch what is here.</summary>
    internal bool IsAwaited { get; private set; }

    /// <summary>What a drain threw whose result nobody has taken.</summary>
    internal Exception? UntakenFault => IsAwaited ? _fault : null;

    /// <summary>The bytes from which on they are drained: a little less than the threshold, so that the next value still fits below
    /// it.</summary>
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

    /// <param name="isInUse">Whether somebody still brings or awaits the result of a drain.</param>
    internal void Forget(bool isInUse)
    {
        _stream = null;
        _pipe = null;
        _fault = null;
        _waiter = null;
        if (!isInUse)
            _drained.Reset(); // which holds on to who awaited it, and to what was thrown
    }

    /// <summary>Sends the start of an array, which must not change until the result is there.</summary>
    /// <returns><see langword="false"/> if the target takes no more.</returns>
    internal ValueTask<bool> DrainAsync(byte[] array, int count, CancellationToken cancellationToken)
    {
        Debug.Assert(count > 0 && !IsRefusing, "There is nothing to drain.");
        Volatile.Write(ref _phase, Draining); // pairs with the read in WaitForDrain
        return _pipe is null ? WriteAsync(array, count, cancellationToken) : FlushAsync(array, count, cancellationToken);
    }

    /// <summary>Waits for the drain that goes on.</summary>
    /// <returns><see langword="null"/> if none does: what it changed is seen.</returns>
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

    /// <summary>Says that the drain is over, before anybody awaits its result, who may begin the next one.</summary>
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
        IsRefusing = isRefusing; // first: once the drain has ended the lease may, too, and this be another one's
        _output.EndDrain(); // the pipe has the bytes, whatever else it says
        if (result.IsCanceled)
            throw new OperationCanceledException("The pending flush of the pipe was cancelled.");

        return !isRefusing;
    }
}
