namespace Pooling.Samples;

/// <summary>Does something each second.</summary>
internal static class EachSecond
{
    /// <summary>Waits for a second, does it, and so on.</summary>
    /// <param name="step">What to do; <see langword="false"/> ends it.</param>
    /// <param name="cancellationToken">Ends it, too.</param>
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
            // This is how it ends.
        }
    }
}
