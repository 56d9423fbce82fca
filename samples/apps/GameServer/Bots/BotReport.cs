
namespace Pooling.GameServer.Bots;

/// <summary>The actions and observations of a swarm of bots.</summary>
internal sealed record BotReport
{
    public int Bots { get; init; }

    /// <summary>The number of bots whose connection ended before they left, and the reasons.</summary>
    public int Ended { get; init; }

    public string EndedBecause { get; init; } = "";

    public long Inputs { get; init; }

    public long Acks { get; init; }

    /// <summary>The number of answers whose position is not the sum of the inputs.</summary>
    public long WrongAcks { get; init; }

    public long Updates { get; init; }

    public long LateUpdates { get; init; }

    /// <summary>The number of entities that a bot saw at a wrong position when all stood still.</summary>
    public int WrongPositions { get; init; }

    /// <summary>The number of entities that bots saw at the end.</summary>
    public int Seen { get; init; }

    public long ChatsSent { get; init; }

    public long ChatsReceived { get; init; }

    /// <summary>The number of gaps at which a chat message was missing.</summary>
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
