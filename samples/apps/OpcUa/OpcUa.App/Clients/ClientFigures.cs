using System.Text.Json.Serialization;

namespace OpcUa.App.Clients;

/// <summary>The figures of a client for a period; also a line of its JSON output.</summary>
internal sealed record ClientFigures(ProcessFigures Process, long Notifications, long Messages)
{
    /// <summary>The times that values took from their source to the callback.</summary>
    [JsonIgnore]
    public int[] Latencies { get; init; } = [];

    public double LatencyP50 => LatencyHistogram.Quantile(Latencies, 0.5);

    public double LatencyP99 => LatencyHistogram.Quantile(Latencies, 0.99);

    public double NotificationsPerSecond => Notifications / Process.Seconds;

    /// <summary>The bytes that the whole process allocated per notification.</summary>
    public double BytesPerNotification => Process.BytesPer(Notifications);

    public double MicrosecondsPerNotification => Process.MicrosecondsPer(Notifications);

    public static ClientFigures Between(ClientReading from, ClientReading to) => new(
        ProcessFigures.Between(from.Process, to.Process), to.Notifications - from.Notifications, to.Messages - from.Messages)
    {
        Latencies = LatencyHistogram.Between(from.Latencies, to.Latencies),
    };
}
