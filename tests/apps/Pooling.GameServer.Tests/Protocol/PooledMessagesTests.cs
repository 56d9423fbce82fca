using Google.Protobuf;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.GameServer.Protocol;

public sealed class PooledMessagesTests
{
    private static readonly byte[] s_unknown = [0xFA, 0x01, 1, 7]; // field 31

    [Fact]
    public void TryReset_EveryMessage_IsAsNew()
    {
        IMessage[] messages =
        [
            new Hello { PublicKey = ByteString.CopyFromUtf8("a"), Random = ByteString.CopyFromUtf8("b") },
            new Login { Name = "a", Confirmation = ByteString.CopyFromUtf8("b") },
            new Ping { Token = 1 },
            new Pong { Token = 1 },
            new Input { Sequence = 1, Dx = 2, Dy = 3 },
            new StateAck { Sequence = 1, X = 2, Y = 3 },
            new Chat { Text = "a" },
        ];
        foreach (IMessage message in messages)
        {
            Assert.All(message.Descriptor.Fields.InDeclarationOrder(),
                field => Assert.NotEqual(field.Accessor.GetValue(message), field.Accessor.GetValue(New(message))));
            if (message is not (Pong or StateAck)) // which are only written
                message.MergeFrom(s_unknown);

            Assert.True(((IResettable)message).TryReset());
            Assert.Equal(New(message), message);
            Assert.Equal(0, message.CalculateSize());
        }
    }

    private static IMessage New(IMessage message) => message.Descriptor.Parser.ParseFrom([]);
}
