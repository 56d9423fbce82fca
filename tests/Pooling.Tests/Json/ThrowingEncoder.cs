using System.Text.Encodings.Web;

namespace Pooling.Json;

/// <summary>The default encoder, except that one search throws, counted from 1.</summary>
internal sealed class ThrowingEncoder : JavaScriptEncoder
{
    private int _calls;

    internal int ThrowAt { get; set; }

    public override int MaxOutputCharactersPerInputCharacter => Default.MaxOutputCharactersPerInputCharacter;

    public override unsafe int FindFirstCharacterToEncode(char* text, int textLength)
    {
        if (++_calls == ThrowAt)
            throw new InjectedFaultException(nameof(FindFirstCharacterToEncode));

        return Default.FindFirstCharacterToEncode(text, textLength);
    }

    public override unsafe bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength,
        out int numberOfCharactersWritten) =>
        Default.TryEncodeUnicodeScalar(unicodeScalar, buffer, bufferLength, out numberOfCharactersWritten);

    public override bool WillEncode(int unicodeScalar) => Default.WillEncode(unicodeScalar);
}
