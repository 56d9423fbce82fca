using Pooling.Objects;

namespace Pooling.Json;

/// <content>What is awaited.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    /// <summary>Brings what was written so far to an asynchronous target once that is about the threshold. Call it between values, as often
    /// as you like: most calls find nothing to do and end at once.</summary>
    /// <param name="cancellationToken">Cancels the write, as far as the target heeds it.</param>
    /// <returns><see langword="false"/> if the target takes no more, since the reader of the pipe has completed: whatever else is written
    /// will be dropped, so the document may as well end. A lease without an asynchronous target drains by itself and always says
    /// <see langword="true"/>.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled, or the pending flush of the pipe was. If the token was
    /// cancelled before the call, nothing happened, and if the flush was, the pipe has the bytes: in both cases the lease goes on.
    /// Otherwise nobody knows how much the target has, and the lease can only be disposed.</exception>
    /// <exception cref="InvalidOperationException">The document is incomplete, since the target has thrown before, or another drain is not
    /// awaited yet.</exception>
    /// <exception cref="ObjectDisposedException">The lease was disposed, or is the default value.</exception>
    /// <remarks>Await it before anything else is done with the lease or its writer. What the target throws reaches the caller; the lease
    /// can only be disposed then.</remarks>
    public ValueTask<bool> DrainIfNeededAsync(CancellationToken cancellationToken = default) => Output.DrainIfNeededAsync(cancellationToken);

    /// <summary>Brings everything written so far to the target, without flushing a stream; a pipe is flushed. A lease for synchronous
    /// writes writes synchronously here, too, and without a target there is nothing to bring.</summary>
    /// <inheritdoc cref="DrainIfNeededAsync"/>
    public ValueTask<bool> FlushAsync(CancellationToken cancellationToken = default) => Output.FlushAsync(cancellationToken);

    /// <summary>Brings what is left to the target, if there is one, and gives the writer back. Does nothing if this lease, or a copy of it,
    /// was disposed before.</summary>
    /// <returns>A task that ends when the target has everything.</returns>
    /// <remarks>The lease has ended when the call returns; the writer goes back to its pool when the task ends. A document that an
    /// exception cut short is brought to the target as far as it was written. Where that does harm, use <c>using</c> instead of <c>await
    /// using</c>, and await <see cref="FlushAsync"/> at the end: <see cref="Dispose"/> drops what is left.</remarks>
    public ValueTask DisposeAsync()
    {
        LeaseCell<JsonOutput>? cell = _cell;
        if (cell is null || !cell.TryTake(_version))
            return default;

        bool isPending = false;
        try
        {
            ValueTask<bool> drain = cell.Item.DrainLastAsync();
            if (!drain.IsCompletedSuccessfully)
            {
                isPending = true;
                return EndAsync(cell, drain);
            }

            drain.GetAwaiter().GetResult(); // a drain counts as going on until its result is taken
        }
        finally
        {
            if (!isPending)
                cell.EndTaken();
        }

        return default;
    }

    private static async ValueTask EndAsync(LeaseCell<JsonOutput> cell, ValueTask<bool> drain)
    {
        try
        {
            await drain.ConfigureAwait(false);
        }
        finally
        {
            cell.EndTaken();
        }
    }
}
