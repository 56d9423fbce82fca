namespace Pooling.Samples;

/// <summary>Repeats an action each second.</summary>
internal static class EachSecond
{
    /// <summary>Waits for a second, runs the action, and repeats.</summary>
    /// <param name="step">The action; <see langword="false"/> ends the loop.</param>
    /// <param name="cancellationToken">A token that ends the loop.</param>
    public static async Task Run(Func<bool> step, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1));
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false) && step())
            {
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The normal end of the loop.
        }
    }
}
