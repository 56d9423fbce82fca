using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Reads enum values as the bits of their underlying type, without sign extension: -1 of an 8-bit enum is 0xFF.</summary>
internal static class EnumBits
{
    /// <summary>Converts an enum of 8 or 16 bits; compiles to nothing.</summary>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ushort ToOpcode<TEnum>(TEnum opcode) where TEnum : struct, Enum
    {
        if (Unsafe.SizeOf<TEnum>() > sizeof(ushort))
            ThrowTooWide(typeof(TEnum), nameof(opcode));

        return Unsafe.SizeOf<TEnum>() == sizeof(byte) ? Unsafe.As<TEnum, byte>(ref opcode) : Unsafe.As<TEnum, ushort>(ref opcode);
    }

    /// <summary>Converts an enum of any size; compiles to nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong ToStates<TEnum>(TEnum states) where TEnum : struct, Enum => Unsafe.SizeOf<TEnum>() switch
    {
        sizeof(byte) => Unsafe.As<TEnum, byte>(ref states),
        sizeof(ushort) => Unsafe.As<TEnum, ushort>(ref states),
        sizeof(uint) => Unsafe.As<TEnum, uint>(ref states),
        _ => Unsafe.As<TEnum, ulong>(ref states),
    };

    /// <summary>Converts a boxed enum of 8 or 16 bits.</summary>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    internal static ushort ToOpcode(Enum opcode)
    {
        if (opcode.GetTypeCode() is not (TypeCode.Byte or TypeCode.SByte or TypeCode.UInt16 or TypeCode.Int16))
            ThrowTooWide(opcode.GetType(), nameof(opcode));

        return (ushort)ToStates(opcode);
    }

    /// <summary>Converts a boxed enum of any size.</summary>
    internal static ulong ToStates(Enum states)
    {
        object boxed = states; // can be unboxed to its underlying type
        return states.GetTypeCode() switch
        {
            TypeCode.Byte => (byte)boxed,
            TypeCode.SByte => unchecked((byte)(sbyte)boxed),
            TypeCode.UInt16 => (ushort)boxed,
            TypeCode.Int16 => unchecked((ushort)(short)boxed),
            TypeCode.UInt32 => (uint)boxed,
            TypeCode.Int32 => unchecked((uint)(int)boxed),
            TypeCode.UInt64 => (ulong)boxed,
            TypeCode.Int64 => unchecked((ulong)(long)boxed),
            _ => throw new ArgumentException($"The enum '{states.GetType()}' does not have an integer type.", nameof(states)),
        };
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ThrowTooWide(Type type, string parameterName) =>
        Throw.Argument($"The enum '{type}' has more than 16 bits. Opcodes must be enums of byte, sbyte, ushort, or short.", parameterName);
}
