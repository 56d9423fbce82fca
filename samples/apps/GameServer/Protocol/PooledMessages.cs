using Microsoft.Extensions.ObjectPool;

namespace Pooling.GameServer.Protocol;

// A pool calls Reset when a message is returned. It sets the fields to their defaults and removes unknown fields, because a peer may send
// any number of them.

internal sealed partial class Hello : IResettable
{
    public bool TryReset()
    {
        PublicKey = Google.Protobuf.ByteString.Empty;
        Random = Google.Protobuf.ByteString.Empty;
        _unknownFields = null;
        return true;
    }
}

internal sealed partial class Login : IResettable
{
    public bool TryReset()
    {
        Name = "";
        Confirmation = Google.Protobuf.ByteString.Empty;
        _unknownFields = null;
        return true;
    }
}

internal sealed partial class Ping : IResettable
{
    public bool TryReset()
    {
        Token = 0;
        _unknownFields = null;
        return true;
    }
}

internal sealed partial class Pong : IResettable
{
    public bool TryReset()
    {
        Token = 0;
        return true;
    }
}

internal sealed partial class Input : IResettable
{
    public bool TryReset()
    {
        Sequence = 0;
        Dx = 0;
        Dy = 0;
        _unknownFields = null;
        return true;
    }
}

internal sealed partial class StateAck : IResettable
{
    public bool TryReset()
    {
        Sequence = 0;
        X = 0;
        Y = 0;
        return true;
    }
}

internal sealed partial class Chat : IResettable
{
    public bool TryReset()
    {
        Text = "";
        _unknownFields = null;
        return true;
    }
}
