using System.Text.Json;

namespace WebSockets.Hub.Page;

/// <summary>What a hub did in a second, as the page is told.</summary>
public readonly record struct LiveSample
{
    /// <summary>When the second ended.</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>The way that handled its messages; <see langword="null"/> if several did, or the traffic was moving from one to the other.
    /// </summary>
    public HubMode? By { get; init; }

    /// <summary>What the process allocated.</summary>
    public double MegabytesPerSecond { get; init; }

    public double Gen0PerSecond { get; init; }

    /// <summary>For how long collections stopped the process.</summary>
    public double PauseMilliseconds { get; init; }

    public double ReceivedPerSecond { get; init; }

    public double SentPerSecond { get; init; }

    /// <summary>What the process allocated for a message, received or sent.</summary>
    public double BytesPerMessage { get; init; }

    public int BeforeSockets { get; init; }

    public int PlainSockets { get; init; }

    public int PooledSockets { get; init; }

    /// <summary>Writes the members as those of the object that is open.</summary>
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
        writer.WriteNumber("beforeSockets"u8, BeforeSockets);
        writer.WriteNumber("plainSockets"u8, PlainSockets);
        writer.WriteNumber("pooledSockets"u8, PooledSockets);
    }
}
