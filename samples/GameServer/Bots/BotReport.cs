using System.Globalization;

namespace Pooling.GameServer.Bots;

/// <summary>What a swarm of bots did and saw.</summary>
internal sealed record BotReport
{
    public int Bots { get; init; }

    /// <summary>Bots whose connection ended before they left, and why.</summary>
    public int Ended { get; init; }

    public string EndedBecause { get; init; } = "";

    public long Inputs { get; init; }

    public long Acks { get; init; }

    /// <summary>Answers whose position is not the inputs, added up.</summary>
    public long WrongAcks { get; init; }

    public long Updates { get; init; }

    public long LateUpdates { get; init; }

    /// <summary>Entities that a bot saw elsewhere than they were, when all stood still.</summary>
    public int WrongPositions { get; init; }

    /// <summary>Entities that bots saw at the end.</summary>
    public int Seen { get; init; }

    public long ChatsSent { get; init; }

    public long ChatsReceived { get; init; }

    /// <summary>Places where a chat message was missing.</summary>
    public long ChatGaps { get; init; }

    public double PingP50 { get; init; }

    public double PingP99 { get; init; }

    /// <summary>What is wrong with it, a line each.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Fault(Ended, $"bots were disconnected: {EndedBecause}"),
        .. Fault(WrongAcks, "answers do not equal the inputs"),
        .. Fault(WrongPositions, "entities were seen where they are not"),
        .. Fault(ChatGaps, "gaps in the chat"),
        .. Acks == 0 && Inputs > 0 ? ["no input was answered"] : Array.Empty<string>(),
    ];

    private static string[] Fault(long count, string what) =>
        count == 0 ? [] : [string.Create(CultureInfo.InvariantCulture, $"{count:N0} {what}")];
}
