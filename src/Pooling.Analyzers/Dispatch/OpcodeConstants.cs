using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Reads opcodes and states in an attribute: numbers, or values of any enum, whose bits are used.</summary>
internal static class OpcodeConstants
{
    /// <returns><see langword="false"/> if the constant is neither a 16-bit number nor a value of an enum of 8 or 16
    /// bits.</returns>
    internal static bool TryReadOpcode(TypedConstant constant, out ushort opcode)
    {
        bool isOpcode = constant.Kind == TypedConstantKind.Enum
            ? constant.Value is byte or sbyte or ushort or short
            : constant is { Kind: TypedConstantKind.Primitive, Value: ushort };
        opcode = isOpcode ? (ushort)BitsOf(constant.Value) : (ushort)0;
        return isOpcode;
    }

    /// <returns><see langword="false"/> if the constant is neither a non-negative number nor a value of an
    /// enum.</returns>
    internal static bool TryReadStates(TypedConstant constant, out ulong states)
    {
        states = ulong.MaxValue;
        if (constant.IsNull)
            return true; // every state

        bool isNumber = constant.Kind switch
        {
            TypedConstantKind.Enum => true,
            TypedConstantKind.Primitive =>
                constant.Value is byte or ushort or uint or ulong or >= (sbyte)0 or >= (short)0 or >= 0 or >= 0L,
            _ => false,
        };
        if (isNumber)
            states = BitsOf(constant.Value);

        return isNumber;
    }

    private static ulong BitsOf(object? value) => value switch
    {
        byte number => number,
        sbyte number => unchecked((byte)number),
        ushort number => number,
        short number => unchecked((ushort)number),
        uint number => number,
        int number => unchecked((uint)number),
        ulong number => number,
        long number => unchecked((ulong)number),
        _ => 0,
    };
}
