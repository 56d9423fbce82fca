using Pooling.Dispatch;

namespace Pooling.PackageTests;

/// <summary>Handlers for the generator.</summary>
internal sealed partial class GameHandlers
{
    internal int Sum { get; private set; }

    [OpcodeHandler(0x2007)]
    private void OnLength(in int player, in Length packet) => Sum = player + packet.Value;

    [OpcodeHandler(0x2008, States = 0b10)]
    private void OnLimited(int player, Length packet) => Sum = player - packet.Value;

    internal readonly struct Length
    {
        private Length(int value) => Value = value;

        internal int Value { get; }

        internal static bool TryParse(ReadOnlySpan<byte> payload, out Length packet)
        {
            packet = new Length(payload.Length);
            return payload.Length > 0;
        }
    }
}
