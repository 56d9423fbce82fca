using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Pooling.Json;

/// <content>Drains to a pipe, which copies the bytes at once, and is always flushed.</content>
internal sealed partial class JsonAsyncTarget
{
    private ValueTask<bool> FlushAsync(byte[] array, int count, CancellationToken cancellationToken)
    {
        PipeWriter pipe = _pipe!; // which is forgotten if a call of it ends the lease
        if (count > 0)
            JsonOutput.CopyTo(pipe, new ReadOnlySpan<byte>(array, 0, count));

        ValueTask<FlushResult> flush = pipe.FlushAsync(cancellationToken);
        if (flush.IsCompletedSuccessfully)
        {
            bool isAccepted = Accept(flush.Result);
            EndDrain(null);
            return new ValueTask<bool>(isAccepted);
        }

        _drained.Reset();
        _isAwaited = true;
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
            EndDrain(null);
        }
        catch (Exception exception)
        {
            Fail(exception);
            return;
        }

        _drained.SetResult(isAccepted);
    }

    private bool Accept(FlushResult result)
    {
        bool isRefusing = result.IsCompleted && !result.IsCanceled;
        IsRefusing = isRefusing;
        _output.EndDrain(); // the pipe has the bytes, whatever the result is
        if (result.IsCanceled)
            throw new OperationCanceledException("The pending flush of the pipe was canceled.");

        return !isRefusing;
    }
}
