using Pooling.Buffers;
using Pooling.Dispatch;

namespace Contoso.Tcp1;

/// <summary>The messages of the protocol. Replies have the same frame as requests.</summary>
internal static class Messages
{
    private const ushort Echo = 1;
    private const ushort Add = 2;

    /// <summary>Gets the table of all handlers. Unknown and malformed messages are counted in it.</summary>
    public static OpcodeDispatcher<Session> Dispatcher { get; } = new OpcodeDispatcherBuilder<Session>()
        .Add<TextMessage, TextMessageParser>(Echo, static (in Session session, in TextMessage message) =>
            session.Output.WritePrefixedUtf8(message.Text, LengthPrefix.Varint))
        .Add<AddMessage, AddMessageParser>(Add, static (in Session session, in AddMessage message) =>
        {
            session.Total += message.Value;
            session.Output.WriteVarint32(sizeof(long));
            session.Output.WriteInt64LittleEndian(session.Total);
        })
        .Build();
}
