using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>Targets that are never written to synchronously: the buffer grows until a drain is awaited.</content>
internal sealed partial class JsonOutput
{
    private bool _isAsynchronous;
    private JsonAsyncTarget? _asyncTarget; // kept between leases

    /// <summary>Whether a request for memory may drain.</summary>
    private bool DrainsByItself => _threshold != Never && !_isAsynchronous;

    /// <summary>The number of bytes that a target gets at a time if all values are small.</summary>
    private int PieceLength => _isAsynchronous ? _asyncTarget!.Threshold : _threshold;

    /// <summary>Starts a document that is written to a stream or a pipe whenever the user awaits a drain.</summary>
    internal void OpenAsync(LeaseCell<JsonOutput> cell, Stream? stream, PipeWriter? pipe, int threshold)
    {
        JsonAsyncTarget target = _asyncTarget ?? MakeAsyncTarget(cell);
        OpenTarget(Array.MaxLength);
        target.Open(stream, pipe, threshold);
        _isAsynchronous = true;
        if (stream is not null)
            Announce(cell, stream);
    }

    /// <summary>Writes the content to the target if it is close to the threshold.</summary>
    /// <returns><see langword="false"/> if the target accepts no more bytes.</returns>
    internal ValueTask<bool> DrainIfNeededAsync(CancellationToken cancellationToken)
    {
        ThrowIfNotOpen();
        JsonAsyncTarget target = _asyncTarget!;
        return (long)_written + Writer.BytesPending < target.DrainAt && !target.IsRefusing
            ? new ValueTask<bool>(true)
            : DrainAsync(target, flushes: false, cancellationToken);
    }

    /// <summary>Writes the content to the target, and flushes it.</summary>
    /// <returns><see langword="false"/> if the target accepts no more bytes.</returns>
    internal ValueTask<bool> FlushAsync(CancellationToken cancellationToken)
    {
        ThrowIfNotOpen();
        return DrainAsync(_asyncTarget!, flushes: true, cancellationToken);
    }

    /// <summary>Writes the remaining content to the target before the lease ends, without a document that is
    /// incomplete, unless the target already has the start of it.</summary>
    /// <remarks>Nothing can be written while a drain is in progress, so nothing is left once it has ended: this waits
    /// for it, and also throws its exception, which otherwise might not be observed.</remarks>
    internal ValueTask<bool> DrainLastAsync()
    {
        JsonAsyncTarget target = _asyncTarget!;
        if (target.WaitForDrain() is { } drained)
            return new ValueTask<bool>(drained);

        if (_state is JsonOutputState.Open or JsonOutputState.Broken)
        {
            ReleaseMemory();
            if (_state == JsonOutputState.Open && (Writer.CurrentDepth != 0 || IsWithinString()))
                DropDocument();

            return DrainAsync(target, flushes: false, CancellationToken.None);
        }

        return target.UntakenFault is { } fault
            ? new ValueTask<bool>(Task.FromException<bool>(fault))
            : new ValueTask<bool>(true);
    }

    /// <summary>Called when the target has received the drained bytes. The end of the phase publishes what this
    /// changes; the lease may have been discarded in the meantime, possibly by the target, which only the end of the
    /// phase tells.</summary>
    internal void EndDrain()
    {
        _written = 0;
        Resume();
        if (_isAsynchronous && IsTooLarge(needed: 1))
        {
            // so that the next value decides whether it needs the large buffer; otherwise nothing checks while there is
            // room
            _limit = 0;
        }
    }

    /// <summary>Called when a drain has ended whose lease was discarded: this output stays dropped.</summary>
    internal void EndAbandoned() => LeaveIdle();

    /// <summary>Called when the target threw or was canceled: it is unknown how many of the drained bytes it has
    /// received.</summary>
    internal void FailDrain()
    {
        if (_state == JsonOutputState.Busy)
            Fail();
    }

    /// <summary>Leaves the buffer to the collector, because the target may read it for ever.</summary>
    internal void LeaveBuffer() => TakeBuffer();

    /// <summary>Drops the last document if all of it is in the buffer. The writer holds no memory.</summary>
    private void DropDocument()
    {
        long committed = Writer.BytesCommitted;
        if (committed <= _written)
            _written -= (int)committed;
    }

    private ValueTask<bool> DrainAsync(JsonAsyncTarget target, bool flushes, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        ReleaseMemory();
        ScanDrained(); // also of what is dropped
        if (target.IsRefusing)
            _written = 0;

        if (_written == 0 && (!flushes || target.IsRefusing))
        {
            Resume();
            return new ValueTask<bool>(!target.IsRefusing);
        }

        _limit = Closed;
        _state = JsonOutputState.Busy;
        try
        {
            return target.DrainAsync(_buffer, _written, flushes, cancellationToken);
        }
        catch (Exception exception)
        {
            FailDrain();
            target.EndDrain(exception);
            throw;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private JsonAsyncTarget MakeAsyncTarget(LeaseCell<JsonOutput> cell)
    {
        try
        {
            Allocations.Failing?.Invoke();
            return _asyncTarget = new JsonAsyncTarget(this);
        }
        catch
        {
            EndUnopened(cell);
            throw;
        }
    }

    private void ForgetAsyncTarget(bool isInUse)
    {
        if (!_isAsynchronous)
            return;

        _isAsynchronous = false;
        _asyncTarget!.Forget(isInUse);
    }
}
