using System.Text;
using System.Text.Unicode;
using Pooling.Dispatch;

namespace Contoso.Tcp1;

internal readonly record struct TextMessage(string Text);

internal readonly struct TextMessageParser : IPacketParser<TextMessage>
{
    public bool TryParse(ReadOnlySpan<byte> payload, out TextMessage packet)
    {
        bool isText = Utf8.IsValid(payload); // otherwise each wrong byte would become three
        packet = new TextMessage(isText ? Encoding.UTF8.GetString(payload) : "");
        return isText;
    }
}
