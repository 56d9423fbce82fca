using System.Text.Json;

namespace WebSockets.Hub.Page;

/// <summary>The figures of a hub for one second, as sent to pages.</summary>
public readonly record struct LiveSample
{
    /// <summary>Gets the end of the second.</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>Gets the mode that handled its messages; <see langword="null"/> if several did, or the load was changing from one to
    /// another.</summary>
    public HubMode? By { get; init; }

    /// <summary>Gets the megabytes that the process allocated.</summary>
    public double MegabytesPerSecond { get; init; }

    public double Gen0PerSecond { get; init; }

    /// <summary>Gets the time for which garbage collections stopped the process.</summary>
    public double PauseMilliseconds { get; init; }

    public double ReceivedPerSecond { get; init; }

    public double SentPerSecond { get; init; }

    /// <summary>Gets the bytes that the process allocated per message, received or sent.</summary>
    public double BytesPerMessage { get; init; }

    /// <summary>Gets the processor time of the process per message, received or sent, in microseconds.</summary>
    public double MicrosecondsPerMessage { get; init; }

    /// <summary>Gets the time that 99 % of the load's messages took at most, there and back; <see langword="null"/> without a
    /// load.</summary>
    public double? RoundTripP99Milliseconds { get; init; }

    public int BeforeSockets { get; init; }

    public int PlainSockets { get; init; }

    public int PooledSockets { get; init; }

    /// <summary>Writes the members into the open JSON object.</summary>
    internal void Write(Utf8JsonWriter writer)
    {
        writer.WriteNumber("time"u8, Time.ToUnixTimeMilliseconds());
        if (By is { } by)
            writer.WriteString("by"u8, LiveJson.NameOf(by));
        else
            writer.WriteNull("by"u8);

        writer.WriteNumber("megabytes"u8, Math.Round(MegabytesPerSecond, 4));
        writer.WriteNumber("gen0"u8, Math.Round(Gen0PerSecond, 2));
        writer.WriteNumber("pause"u8, Math.Round(PauseMilliseconds, 2));
        writer.WriteNumber("received"u8, Math.Round(ReceivedPerSecond));
        writer.WriteNumber("sent"u8, Math.Round(SentPerSecond));
        writer.WriteNumber("bytes"u8, Math.Round(BytesPerMessage, 2));
        writer.WriteNumber("processor"u8, Math.Round(MicrosecondsPerMessage, 2));
        if (RoundTripP99Milliseconds is { } p99)
            writer.WriteNumber("p99"u8, Math.Round(p99, 2));
        else
            writer.WriteNull("p99"u8);

        writer.WriteNumber("beforeSockets"u8, BeforeSockets);
        writer.WriteNumber("plainSockets"u8, PlainSockets);
        writer.WriteNumber("pooledSockets"u8, PooledSockets);
    }
}
