namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Encodes structs to a buffer: one encoder for the published way and for the library's, which differ in the output.</summary>
internal static class PayloadEncoder
{
    internal static void Encode<TOutput>(TOutput output, in Payload payload) where TOutput : struct, IBinaryOutput
    {
        output.WriteUInt32((uint)payload.Scalars.Length);
        foreach (ref readonly Variant scalar in payload.Scalars)
            WriteScalar(output, scalar);

        output.WriteUInt32((uint)payload.Values.Length);
        foreach (ref readonly DataValue value in payload.Values)
        {
            output.WriteByte(Wire.ValueStatusAndTimes);
            WriteScalar(output, value.Value);
            output.WriteUInt32(value.Status);
            output.WriteUInt64((ulong)Wire.ToWire(value.SourceTime));
            output.WriteUInt64((ulong)Wire.ToWire(value.ServerTime));
        }

        output.WriteUInt32((uint)payload.Arrays.Length);
        foreach (ref readonly Variant array in payload.Arrays)
            WriteArray(output, array);
    }

    private static void WriteScalar<TOutput>(TOutput output, in Variant scalar) where TOutput : struct, IBinaryOutput
    {
        output.WriteByte((byte)scalar.Type);
        switch (scalar.Type)
        {
            case BuiltInType.Boolean or BuiltInType.SByte or BuiltInType.Byte: output.WriteByte((byte)scalar.Bits); break;
            case BuiltInType.Int16 or BuiltInType.UInt16: output.WriteUInt16((ushort)scalar.Bits); break;
            case BuiltInType.Int32 or BuiltInType.UInt32 or BuiltInType.Float: output.WriteUInt32((uint)scalar.Bits); break;
            case BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double or BuiltInType.DateTime:
                output.WriteUInt64(scalar.Bits);
                break;
            case BuiltInType.Guid: output.WriteGuid(scalar.Guid); break;
            case BuiltInType.String: output.WriteText(scalar.Text); break;
            case BuiltInType.ByteString: output.WriteNumbers(scalar.Numbers<byte>()); break;
            default: throw new InvalidOperationException($"No scalar is encoded as {scalar.Type}.");
        }
    }

    private static void WriteArray<TOutput>(TOutput output, in Variant array) where TOutput : struct, IBinaryOutput
    {
        output.WriteByte((byte)((byte)array.Type | Wire.ArrayBit));
        switch (array.Type)
        {
            case BuiltInType.Int16: output.WriteNumbers(array.Numbers<short>()); break;
            case BuiltInType.UInt16: output.WriteNumbers(array.Numbers<ushort>()); break;
            case BuiltInType.Int32: output.WriteNumbers(array.Numbers<int>()); break;
            case BuiltInType.UInt32: output.WriteNumbers(array.Numbers<uint>()); break;
            case BuiltInType.Int64: output.WriteNumbers(array.Numbers<long>()); break;
            case BuiltInType.UInt64: output.WriteNumbers(array.Numbers<ulong>()); break;
            case BuiltInType.Float: output.WriteNumbers(array.Numbers<float>()); break;
            case BuiltInType.Double: output.WriteNumbers(array.Numbers<double>()); break;
            default: throw new InvalidOperationException($"No array is encoded as {array.Type}.");
        }
    }
}
