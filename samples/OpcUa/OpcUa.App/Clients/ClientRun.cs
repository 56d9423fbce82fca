using System.Diagnostics;
using System.Globalization;
using OpcUa.App.Measuring;

namespace OpcUa.App.Clients;

/// <summary>Lets a client warm up, measures it, and checks what it was notified of.</summary>
/// <param name="client">The client, whose items are created.</param>
/// <param name="process">What its process uses.</param>
/// <param name="table">Is told each second what it did.</param>
internal sealed class ClientRun(MeasuredClient client, ProcessMeter process, LiveTable<ClientFigures> table)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60); // only what is wrong takes so long
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    private NotificationMeter Meter => client.Meter;

    /// <summary>Waits until each item has had a value, and then for a while.</summary>
    public async Task WarmUp(int seconds, CancellationToken cancellationToken)
    {
        await Until(() => Meter.Ledger.Seen == client.Items, cancellationToken).ConfigureAwait(false);
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        GC.Collect(); // the next one is not what came before
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    /// <summary>Measures for a while.</summary>
    public async Task<ClientFigures> Measure(int seconds, CancellationToken cancellationToken)
    {
        ClientReading start = Read();
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        return ClientFigures.Between(start, Read());
    }

    /// <summary>Compares what was notified with what the server's variables are.</summary>
    /// <param name="isFrozen">Whether they stay as they are now; else they may be further by the time they are compared.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <returns>What is wrong, a line each.</returns>
    public async Task<IReadOnlyList<string>> Check(bool isFrozen, CancellationToken cancellationToken)
    {
        double[] values = await client.ReadValues(cancellationToken).ConfigureAwait(false);
        await Until(() => Meter.Ledger.Behind(values) == 0, cancellationToken).ConfigureAwait(false);
        await client.Close(cancellationToken).ConfigureAwait(false); // nothing is added any more
        return
        [
            .. Fault(Meter.Ledger.Behind(values), "items were not notified of the server's value"),
            .. Fault(isFrozen ? Meter.Ledger.Different(values) : 0, "items have not the server's count and last value"),
            .. Fault(Meter.Ledger.Gaps, "values do not follow the one before"),
            .. Fault(Meter.Ledger.Strays, "notifications belong to no item"),
            .. Fault(Meter.SequenceGaps, "gaps in the sequence numbers"),
            .. Fault(client.Faults, "other faults of the connection"),
        ];
    }

    private static string[] Fault(long count, string what) =>
        count == 0 ? [] : [string.Create(CultureInfo.InvariantCulture, $"{count:N0} {what}")];

    private static async Task Until(Func<bool> condition, CancellationToken cancellationToken)
    {
        for (var time = Stopwatch.StartNew(); !condition() && time.Elapsed < s_patience;)
            await Task.Delay(s_pause, cancellationToken).ConfigureAwait(false);
    }

    private async Task Watch(int seconds, CancellationToken cancellationToken)
    {
        if (seconds == 0)
            return;

        ClientReading last = Read();
        int passed = 0;
        await EachSecond.Run(
            () =>
            {
                process.Exclude(() =>
                {
                    ClientReading now = Read();
                    table.Add(ClientFigures.Between(last, now));
                    last = now;
                });
                return ++passed < seconds;
            },
            cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private ClientReading Read() => ClientReading.Of(process, Meter);
}
