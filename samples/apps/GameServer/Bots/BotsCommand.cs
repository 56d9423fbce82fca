using System.Globalization;

namespace Pooling.GameServer.Bots;

/// <summary>Runs bots on a server that is already running.</summary>
internal sealed class BotsCommand(SampleStreams streams)
{
    public async Task<int> Run(BotsOptions options, CancellationToken cancellationToken)
    {
        BotReport report;
        var swarm = new BotSwarm(options.Swarm);
        await using (swarm.ConfigureAwait(false))
        {
            using (ProgressLine progress = streams.CreateProgress())
            {
                try
                {
                    await swarm.Start(options.Server, fraction => progress.Report("connecting", fraction), cancellationToken)
                        .ConfigureAwait(false);
                }
                catch (Exception exception) when (exception is IOException or System.Net.Sockets.SocketException)
                {
                    throw new UsageException($"cannot play on {options.Server}: {exception.Message}");
                }

                for (int second = 0; second < options.Seconds; second++)
                {
                    progress.Report("playing", second / (double)options.Seconds);
                    await Task.Delay(1000, cancellationToken).ConfigureAwait(false);
                }
            }

            report = await swarm.Finish(cancellationToken).ConfigureAwait(false);
        }

        if (options.Json)
            new JsonOutput(true, null).Write(streams.Output, report);
        else
            Write(report, streams.Output);

        return streams.Judge(report.Faults);
    }

    private static void Write(BotReport report, TextWriter output)
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{report.Bots:N0} bots: {report.Inputs:N0} inputs, {report.Acks:N0} answers, {report.WrongAcks:N0} of them wrong"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{report.Updates:N0} updates; "
                + $"at the end {report.Seen:N0} entities in sight, {report.WrongPositions:N0} of them at a wrong position"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{report.ChatsSent:N0} chat texts sent, {report.ChatsReceived:N0} received, {report.ChatGaps:N0} gaps"));
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"ping {report.PingP50:0.0} ms, 99 % within {report.PingP99:0.0} ms"));
    }
}
