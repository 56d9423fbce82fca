using System.Buffers.Binary;
using Pooling.Dispatch;

namespace Pooling.Tour.Sections.Dispatch;

/// <summary>A packet of four bytes that contains a distance.</summary>
internal readonly record struct Step(int Distance)
{
    internal const int Size = 4;

    internal static bool TryParse(ReadOnlySpan<byte> payload, out Step packet)
    {
        bool isWhole = payload.Length == Size;
        packet = isWhole ? new Step(BinaryPrimitives.ReadInt32LittleEndian(payload)) : default;
        return isWhole;
    }

    internal readonly struct Parser : IPacketParser<Step>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out Step packet) => Step.TryParse(payload, out packet);
    }

    /// <summary>Moves the walker, with a different factor for each opcode.</summary>
    internal readonly struct Handler(int factor) : IOpcodeHandler<Visit, Step>
    {
        public void Handle(in Visit context, in Step packet) => context.Walker.Position += packet.Distance * factor;
    }
}
