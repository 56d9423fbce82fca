namespace Pooling.GameServer.Soaking;

/// <summary>What the joining and leaving bots did and observed. Any thread.</summary>
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

    /// <summary>Bots that were refused, or disconnected without a violation.</summary>
    public long Refused;

    public string LastRefusal = "";
}
