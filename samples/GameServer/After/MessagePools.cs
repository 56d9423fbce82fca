using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>Where the messages that players send are read into.</summary>
internal sealed class MessagePools
{
    public MagazinePool<Hello> Hellos { get; } = MagazinePool.Create<Hello>();

    public MagazinePool<Login> Logins { get; } = MagazinePool.Create<Login>();

    public MagazinePool<Ping> Pings { get; } = MagazinePool.Create<Ping>();

    public MagazinePool<Input> Inputs { get; } = MagazinePool.Create<Input>();

    public MagazinePool<Chat> Chats { get; } = MagazinePool.Create<Chat>();

    /// <summary>The messages that were taken and not given back.</summary>
    public long Outstanding =>
        Hellos.GetStatistics().InUse + Logins.GetStatistics().InUse + Pings.GetStatistics().InUse + Inputs.GetStatistics().InUse
            + Chats.GetStatistics().InUse;
}
