namespace Pooling.GameServer.Soaking;

/// <summary>What bots that came and went did and saw. Every member is for any thread.</summary>
internal sealed class ChurnReport
{
    public long Joined;
    public long LeftPolitely;
    public long LeftByReset;
    public long LeftInHandshake;
    public long LeftWhileChatting;
    public long ThrownOut;
    public long Inputs;
    public long Answers;
    public long Chats;
    public long ChatsReceived;

    /// <summary>Answers that do not equal the inputs, and gaps in the chat.</summary>
    public long Wrong;

    /// <summary>Bots that were refused, or disconnected though they did nothing bad.</summary>
    public long Refused;

    public string LastRefusal = "";
}
