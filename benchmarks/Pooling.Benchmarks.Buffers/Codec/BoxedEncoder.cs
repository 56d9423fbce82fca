using System.Text;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain encoder: a stream and a <see cref="BinaryWriter"/>, numbers one by one.</summary>
internal static class BoxedEncoder
{
    internal static byte[] Encode(BoxedPayload payload)
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream);
        writer.Write(payload.Scalars.Length);
        foreach (BoxedVariant scalar in payload.Scalars)
            Write(writer, scalar);

        writer.Write(payload.Values.Length);
        foreach (BoxedDataValue value in payload.Values)
            Write(writer, value);

        writer.Write(payload.Arrays.Length);
        foreach (BoxedVariant array in payload.Arrays)
            Write(writer, array);

        writer.Flush();
        return stream.ToArray();
    }

    private static void Write(BinaryWriter writer, BoxedDataValue value)
    {
        writer.Write(Wire.ValueStatusAndTimes);
        Write(writer, value.Value);
        writer.Write(value.Status);
        writer.Write(Wire.ToWire(value.SourceTime));
        writer.Write(Wire.ToWire(value.ServerTime));
    }

    private static void Write(BinaryWriter writer, BoxedVariant variant)
    {
        if (variant.IsArray)
        {
            writer.Write((byte)((byte)variant.Type | Wire.ArrayBit));
            WriteArray(writer, variant);
        }
        else
        {
            writer.Write((byte)variant.Type);
            WriteScalar(writer, variant);
        }
    }

    private static void WriteScalar(BinaryWriter writer, BoxedVariant variant)
    {
        switch (variant.Type)
        {
            case BuiltInType.Boolean: writer.Write((bool)variant.Value); break;
            case BuiltInType.SByte: writer.Write((sbyte)variant.Value); break;
            case BuiltInType.Byte: writer.Write((byte)variant.Value); break;
            case BuiltInType.Int16: writer.Write((short)variant.Value); break;
            case BuiltInType.UInt16: writer.Write((ushort)variant.Value); break;
            case BuiltInType.Int32: writer.Write((int)variant.Value); break;
            case BuiltInType.UInt32: writer.Write((uint)variant.Value); break;
            case BuiltInType.Int64: writer.Write((long)variant.Value); break;
            case BuiltInType.UInt64: writer.Write((ulong)variant.Value); break;
            case BuiltInType.Float: writer.Write((float)variant.Value); break;
            case BuiltInType.Double: writer.Write((double)variant.Value); break;
            case BuiltInType.DateTime: writer.Write(Wire.ToWire((DateTime)variant.Value)); break;
            case BuiltInType.Guid: writer.Write(((Guid)variant.Value).ToByteArray()); break;
            case BuiltInType.String: WriteBytes(writer, Encoding.UTF8.GetBytes((string)variant.Value)); break;
            case BuiltInType.ByteString: WriteBytes(writer, (byte[])variant.Value); break;
            default: throw new InvalidOperationException($"No scalar is encoded as {variant.Type}.");
        }
    }

    private static void WriteArray(BinaryWriter writer, BoxedVariant variant)
    {
        writer.Write(((Array)variant.Value).Length);
        switch (variant.Value)
        {
            // By the variant's type, since the runtime takes an array of signed numbers for one of unsigned ones.
            case short[] values when variant.Type == BuiltInType.Int16: foreach (short value in values) writer.Write(value); break;
            case ushort[] values: foreach (ushort value in values) writer.Write(value); break;
            case int[] values when variant.Type == BuiltInType.Int32: foreach (int value in values) writer.Write(value); break;
            case uint[] values: foreach (uint value in values) writer.Write(value); break;
            case long[] values when variant.Type == BuiltInType.Int64: foreach (long value in values) writer.Write(value); break;
            case ulong[] values: foreach (ulong value in values) writer.Write(value); break;
            case float[] values: foreach (float value in values) writer.Write(value); break;
            case double[] values: foreach (double value in values) writer.Write(value); break;
            default: throw new InvalidOperationException($"No array is encoded as {variant.Type}.");
        }
    }

    private static void WriteBytes(BinaryWriter writer, byte[] bytes)
    {
        writer.Write(bytes.Length);
        writer.Write(bytes);
    }
}
