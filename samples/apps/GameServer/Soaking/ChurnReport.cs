namespace Pooling.GameServer.Soaking;

/// <summary>The actions and observations of the bots that join and leave. Any thread.</summary>
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

    /// <summary>The number of answers that do not equal the inputs, and of gaps in the chat.</summary>
    public long Wrong;

    /// <summary>The number of bots that were refused, or disconnected without a violation.</summary>
    public long Refused;

    public string LastRefusal = "";
}
