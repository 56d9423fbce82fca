using System.Text;
using Pooling.Dispatch;

namespace Contoso.Tcp1;

internal readonly record struct TextMessage(string Text);

internal readonly struct TextMessageParser : IPacketParser<TextMessage>
{
    public bool TryParse(ReadOnlySpan<byte> payload, out TextMessage packet)
    {
        packet = new TextMessage(Encoding.UTF8.GetString(payload));
        return true;
    }
}
