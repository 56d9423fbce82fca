using Microsoft.Extensions.ObjectPool;

namespace Pooling.GameServer.Protocol;

// What a pool calls when a message comes back: the fields to their defaults, and the unknown ones away,
// of which a peer may send as many as fit.

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
