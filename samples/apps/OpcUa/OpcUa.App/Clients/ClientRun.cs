using System.Diagnostics;
using OpcUa.App.Measuring;

namespace OpcUa.App.Clients;

/// <summary>Warms up a client, measures it, and checks its notifications.</summary>
/// <param name="client">The client; its items have been created.</param>
/// <param name="process">Measures its process.</param>
/// <param name="table">Receives the figures each second.</param>
internal sealed class ClientRun(MeasuredClient client, ProcessMeter process, LiveTable<ClientFigures> table)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60); // reached only if something is wrong
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

    private NotificationMeter Meter => client.Meter;

    /// <summary>Waits until each item has received a value, and then for the given time.</summary>
    public async Task WarmUp(int seconds, CancellationToken cancellationToken)
    {
        await Until(() => Meter.Ledger.Seen == client.Items, cancellationToken).ConfigureAwait(false);
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        GC.Collect(); // excludes garbage of the time before
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    /// <summary>Measures for the given time.</summary>
    public async Task<ClientFigures> Measure(int seconds, CancellationToken cancellationToken)
    {
        ClientReading start = Read();
        await Watch(seconds, cancellationToken).ConfigureAwait(false);
        return ClientFigures.Between(start, Read());
    }

    /// <summary>Compares the notifications with the server's variables.</summary>
    /// <param name="isFrozen">Whether the variables no longer change. Otherwise they may have changed before they are compared.</param>
    /// <param name="cancellationToken">A token that cancels the wait.</param>
    /// <returns>The faults, one line each.</returns>
    public async Task<IReadOnlyList<string>> Check(bool isFrozen, CancellationToken cancellationToken)
    {
        double[] values = await client.ReadValues(cancellationToken).ConfigureAwait(false);
        await Until(() => Meter.Ledger.Behind(values) == 0, cancellationToken).ConfigureAwait(false);
        await client.Close(cancellationToken).ConfigureAwait(false); // no more notifications are added
        return
        [
            .. Fault.Of(Meter.Ledger.Behind(values), "items were not notified of the server's value"),
            .. Fault.Of(isFrozen ? Meter.Ledger.Different(values) : 0, "items differ from the server's count or last value"),
            .. Fault.Of(Meter.Ledger.Gaps, "values do not follow their predecessor"),
            .. Fault.Of(Meter.Ledger.Strays, "notifications belong to no item"),
            .. Fault.Of(Meter.SequenceGaps, "gaps in the sequence numbers"),
            .. Fault.Of(client.Faults, "other faults of the connection"),
        ];
    }

    private static async Task Until(Func<bool> condition, CancellationToken cancellationToken)
    {
        for (var time = Stopwatch.StartNew(); !condition() && time.Elapsed < s_patience;)
            await Task.Delay(s_pause, cancellationToken).ConfigureAwait(false);
    }

    private Task Watch(int seconds, CancellationToken cancellationToken) =>
        new LiveReport<ClientReading>(process, Read, (last, now) => table.Add(ClientFigures.Between(last, now)))
            .Run(Read(), seconds, cancellationToken);

    private ClientReading Read() => ClientReading.Of(process, Meter);
}
