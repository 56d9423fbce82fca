
namespace Pooling.GameServer.Bots;

/// <summary>What a swarm of bots did and observed.</summary>
internal sealed record BotReport
{
    public int Bots { get; init; }

    /// <summary>Bots whose connection ended before they left, and why.</summary>
    public int Ended { get; init; }

    public string EndedBecause { get; init; } = "";

    public long Inputs { get; init; }

    public long Acks { get; init; }

    /// <summary>Answers whose position is not the sum of the inputs.</summary>
    public long WrongAcks { get; init; }

    public long Updates { get; init; }

    public long LateUpdates { get; init; }

    /// <summary>Entities that a bot saw at a wrong position when all stood still.</summary>
    public int WrongPositions { get; init; }

    /// <summary>Entities that bots saw at the end.</summary>
    public int Seen { get; init; }

    public long ChatsSent { get; init; }

    public long ChatsReceived { get; init; }

    /// <summary>Gaps at which a chat message was missing.</summary>
    public long ChatGaps { get; init; }

    public double PingP50 { get; init; }

    public double PingP99 { get; init; }

    /// <summary>The faults, one line each.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Fault.Of(Ended, $"bots were disconnected: {EndedBecause}"),
        .. Fault.Of(WrongAcks, "answers do not equal the inputs"),
        .. Fault.Of(WrongPositions, "entities were seen at a wrong position"),
        .. Fault.Of(ChatGaps, "gaps in the chat"),
        .. Acks == 0 && Inputs > 0 ? ["no input was answered"] : Array.Empty<string>(),
    ];
}
