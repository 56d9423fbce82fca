namespace Pooling.Samples;

/// <summary>Takes a reading each second, and reports the difference from the previous one.</summary>
/// <param name="process">Measures this process. The allocations of the readings and reports are not counted.</param>
/// <param name="read">Takes a reading.</param>
/// <param name="report">Reports the difference between two readings, the earlier one first.</param>
internal sealed class LiveReport<TReading>(ProcessMeter process, Func<TReading> read, Action<TReading, TReading> report)
{
    /// <summary>Reports until it is canceled.</summary>
    /// <param name="first">The reading at the start.</param>
    /// <param name="cancellationToken">A token that ends it.</param>
    public Task Run(TReading first, CancellationToken cancellationToken)
    {
        Action step = Steps(first);
        return EachSecond.Run(
            () =>
            {
                process.Exclude(step);
                return true;
            },
            cancellationToken);
    }

    /// <summary>Reports for a number of seconds.</summary>
    /// <param name="first">The reading at the start.</param>
    /// <param name="seconds">The number of reports.</param>
    /// <param name="cancellationToken">A token that cancels it.</param>
    /// <exception cref="OperationCanceledException">It was canceled.</exception>
    public async Task Run(TReading first, int seconds, CancellationToken cancellationToken)
    {
        if (seconds == 0)
            return;

        Action step = Steps(first);
        int passed = 0;
        await EachSecond.Run(
            () =>
            {
                process.Exclude(step);
                return ++passed < seconds;
            },
            cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Reports while work is done.</summary>
    /// <param name="first">The reading at the start.</param>
    /// <param name="work">The work.</param>
    /// <param name="cancellationToken">A token that ends the reports.</param>
    public async Task Run(TReading first, Func<Task> work, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task reporting = Run(first, ending.Token);
        try
        {
            await work().ConfigureAwait(false);
        }
        finally
        {
            await ending.CancelAsync().ConfigureAwait(false);
            await reporting.ConfigureAwait(false);
        }
    }

    private Action Steps(TReading first)
    {
        TReading last = first;
        return () =>
        {
            TReading now = read();
            report(last, now);
            last = now;
        };
    }
}
