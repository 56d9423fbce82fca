using System.IO.Pipelines;

namespace Pooling.Json;

/// <content>Targets that are never written to synchronously: the buffer grows until its user awaits a drain.</content>
internal sealed partial class JsonOutput
{
    private bool _isAsynchronous;
    private JsonAsyncTarget? _asyncTarget; // stays from one lease to the next

    /// <summary>Whether asking for memory may drain.</summary>
    private bool DrainsByItself => _threshold != Never && !_isAsynchronous;

    /// <summary>The bytes that a target gets at a time, if all values are small.</summary>
    private int PieceLength => _isAsynchronous ? _asyncTarget!.Threshold : _threshold;

    /// <summary>Starts a document that goes to a stream or a pipe, whenever its user awaits that.</summary>
    internal void OpenAsync(Stream? stream, PipeWriter? pipe, int threshold)
    {
        JsonAsyncTarget target = _asyncTarget ??= new JsonAsyncTarget(this);
        OpenTarget(Array.MaxLength);
        target.Open(stream, pipe, threshold);
        _isAsynchronous = true;
    }

    /// <summary>Brings what is written so far to the target if that is about the threshold.</summary>
    /// <returns><see langword="false"/> if the target takes no more.</returns>
    internal ValueTask<bool> DrainIfNeededAsync(CancellationToken cancellationToken)
    {
        ThrowIfNotOpen();
        JsonAsyncTarget target = _asyncTarget!;
        return (long)_written + Writer.BytesPending < target.DrainAt && !target.IsRefusing
            ? new ValueTask<bool>(true)
            : DrainAsync(target, cancellationToken);
    }

    /// <summary>Brings what is written so far to the target.</summary>
    /// <returns><see langword="false"/> if the target takes no more.</returns>
    internal ValueTask<bool> FlushAsync(CancellationToken cancellationToken)
    {
        ThrowIfNotOpen();
        return DrainAsync(_asyncTarget!, cancellationToken);
    }

    /// <summary>Brings what is left to the target, before the lease ends.</summary>
    /// <remarks>While a drain goes on nothing can be written, so nothing is left once it has ended: its end is waited for, and what it
    /// threw is told here, too, since perhaps nobody takes it there.</remarks>
    internal ValueTask<bool> DrainLastAsync()
    {
        JsonAsyncTarget target = _asyncTarget!;
        if (target.WaitForDrain() is { } drained)
            return new ValueTask<bool>(drained);

        if (_state is JsonOutputState.Open or JsonOutputState.Broken)
            return DrainAsync(target, CancellationToken.None);

        return target.UntakenFault is { } fault ? new ValueTask<bool>(Task.FromException<bool>(fault)) : new ValueTask<bool>(true);
    }

    /// <summary>The target has what was drained to it.</summary>
    internal void EndDrain()
    {
        if (_state != JsonOutputState.Busy)
            Throw.ObjectDisposed(nameof(PooledAsyncUtf8JsonWriter)); // the lease was discarded meanwhile, perhaps by the target

        _written = 0;
        Resume();
        if (_isAsynchronous && IsTooLarge(needed: 1))
            _limit = 0; // so that the next value shows whether it needs the large buffer: nothing else asks while there is room
    }

    /// <summary>The target threw, or was cancelled: nobody knows how much it has of what was drained to it.</summary>
    internal void FailDrain()
    {
        if (_state == JsonOutputState.Busy)
            Fail();
    }

    private ValueTask<bool> DrainAsync(JsonAsyncTarget target, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        ReleaseMemory();
        if (target.IsRefusing)
            _written = 0;

        if (_written == 0)
        {
            Resume();
            return new ValueTask<bool>(!target.IsRefusing);
        }

        _limit = -1;
        _state = JsonOutputState.Busy;
        try
        {
            return target.DrainAsync(_buffer, _written, cancellationToken);
        }
        catch (Exception exception)
        {
            FailDrain();
            target.EndDrain(exception);
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
