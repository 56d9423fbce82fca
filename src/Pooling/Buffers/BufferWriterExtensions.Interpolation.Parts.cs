using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Where the parts of interpolated text go.</content>
public static partial class BufferWriterExtensions
{
    private const int OnStack = 256; // characters or bytes of one value
    private const int SmallestRoom = 64; // bytes offered to a value that did not fit into what there was
    private const int LargestRoom = 4096; // bytes offered at last: a value that does not fit, or says so for ever, is taken as a string

    public ref partial struct Utf8InterpolatedStringHandler
    {
        /// <summary>Lets a value format itself right where it stays.</summary>
        private void AppendToOwn<T>(PooledArrayBufferWriter<byte> own, T value, int alignment, string? format)
        {
            Span<byte> room = RoomInOwn(own, 0);
            int bytes;
            while (!Utf8Format.TryFormat(value, format, _provider, room, out bytes))
            {
                RefuseUse(own);
                int most = own.MaxCapacity - _start - _pending;
                if (room.Length >= Math.Min(LargestRoom, most))
                {
                    AppendAligned(TextOf(value, format).AsSpan(), alignment);
                    return;
                }

                room = RoomInOwn(own, Math.Min(Math.Max(room.Length * 2, SmallestRoom), most));
            }

            RefuseUse(own);
            if ((uint)bytes > (uint)room.Length)
                ThrowMoreThanOffered(typeof(T), bytes, room.Length);

            _pending += bytes;
            if (alignment != 0)
                Align(own, bytes, alignment);
        }

        /// <summary>Puts spaces before or behind the last bytes.</summary>
        private void Align(PooledArrayBufferWriter<byte> own, int bytes, int alignment)
        {
            int chars = bytes == 0 ? 0 : Utf8Text.CountChars(own.GetSpanBehind(_pending - bytes, bytes).Slice(0, bytes));
            long padding = Padding(alignment, chars);
            if (padding == 0)
                return;

            AppendSpaces(padding);
            if (alignment < 0)
                return;

            Span<byte> both = own.GetSpanBehind(_pending - bytes - (int)padding, bytes + (int)padding);
            both.Slice(0, bytes).CopyTo(both.Slice((int)padding));
            both.Slice(0, (int)padding).Fill((byte)' ');
        }

        /// <summary>Lets a value format itself into characters first.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private void AppendThroughChars<T>(T value, int alignment, string? format)
        {
            if (!Utf8Format.FormatsToChars(value))
            {
                AppendAligned(TextOf(value, format).AsSpan(), alignment);
                return;
            }

            Span<char> room = stackalloc char[OnStack];
            if (!Utf8Format.TryFormat(value, format, _provider, room, out int chars))
            {
                AppendAligned(TextOf(value, format).AsSpan(), alignment);
                return;
            }

            if ((uint)chars > (uint)room.Length)
                ThrowMoreThanOffered(typeof(T), chars, room.Length);

            AppendAligned(room.Slice(0, chars), alignment);
        }

        /// <summary>Lets a value format itself on the stack: another writer's room is gone when the value uses that writer.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private void AppendThroughBytes<T>(T value, int alignment, string? format)
        {
            Span<byte> room = stackalloc byte[OnStack];
            if (!Utf8Format.TryFormat(value, format, _provider, room, out int bytes))
            {
                AppendAligned(TextOf(value, format).AsSpan(), alignment);
                return;
            }

            if ((uint)bytes > (uint)room.Length)
                ThrowMoreThanOffered(typeof(T), bytes, room.Length);

            AppendFormatted(room.Slice(0, bytes), alignment);
        }

        private void AppendAligned(scoped ReadOnlySpan<char> text, int alignment)
        {
            long padding = alignment == 0 ? 0 : Padding(alignment, text.Length);
            if (alignment > 0)
                AppendSpaces(padding);

            AppendText(text);
            if (alignment < 0)
                AppendSpaces(padding);
        }

        private void AppendText(scoped ReadOnlySpan<char> text)
        {
            PooledArrayBufferWriter<byte>? own = _own;
            if (own is null)
            {
                _sent += WriteUtf8ToOther(Other, text);
                return;
            }

            if (text.IsEmpty)
                return;

            Span<byte> room = RoomInOwn(own, text.Length); // one byte for each character is the least
            if (room.Length / MostBytesOfChar < text.Length)
                room = RoomInOwn(own, (int)Math.Min(CountUtf8(text), int.MaxValue)); // no writer holds as many as that

            _pending += Utf8Text.Encode(text, room);
        }

        private void AppendBytes(scoped ReadOnlySpan<byte> bytes)
        {
            if (bytes.IsEmpty)
                return;

            if (_own is { } own)
            {
                bytes.CopyTo(RoomInOwn(own, bytes.Length));
                _pending += bytes.Length;
            }
            else
            {
                WriteToOther(Other, bytes);
                _sent += bytes.Length;
            }
        }

        private void AppendSpaces(long count)
        {
            if (count == 0)
                return;

            if (_own is { } own)
            {
                RoomInOwn(own, (int)Math.Min(count, int.MaxValue)).Slice(0, (int)Math.Min(count, int.MaxValue)).Fill((byte)' ');
                _pending += (int)count;
                return;
            }

            Span<byte> spaces = stackalloc byte[SmallestRoom];
            spaces.Fill((byte)' ');
            for (; count > 0; count -= SmallestRoom)
                AppendBytes(spaces.Slice(0, (int)Math.Min(count, SmallestRoom)));
        }

        /// <summary>Room after what is there of this text; what is there moves along if the writer grows.</summary>
        /// <param name="own">The writer.</param>
        /// <param name="length">The bytes needed at least; 0 for any number but none.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private Span<byte> RoomInOwn(PooledArrayBufferWriter<byte> own, int length)
        {
            RefuseUse(own);
            return own.TryGetSpanBehind(_pending, length, out Span<byte> room) ? room : MakeRoomInOwn(own, length);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private Span<byte> MakeRoomInOwn(PooledArrayBufferWriter<byte> own, int length)
        {
            Span<byte> room = own.GetSpanBehind(_pending, length);
            _array = own.WrittenSegment.Array;
            return room;
        }

        /// <summary>Code that writes in the middle of a text would be overwritten, or the text would show what somebody else left in a new
        /// array.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly void RefuseUse(PooledArrayBufferWriter<byte> own)
        {
            if (!own.IsUntouched(_array, _start, _use))
                ThrowUsed(own);
        }

        private readonly IBufferWriter<byte> Other
        {
            get
            {
                if (_writer is null)
                    ThrowDefault();

                return _writer;
            }
        }

        private readonly string TextOf<T>(T value, string? format) =>
            (value is IFormattable formattable ? formattable.ToString(format, _provider) : value!.ToString()) ?? "";

        private static long Padding(int alignment, int chars) => Math.Max(Math.Abs((long)alignment) - chars, 0);

        [DoesNotReturn]
        private static void ThrowDefault() => Throw.InvalidOperation("This is the default value: texts are begun by the constructor.");

        [DoesNotReturn]
        private static void ThrowUsed(PooledArrayBufferWriter<byte> own)
        {
            _ = own.WrittenCount; // disposed is said first
            Throw.InvalidOperation(
                "The writer was used while this text was being written to it: by an expression in the text, or by the text once more.");
        }

        [DoesNotReturn]
        private static void ThrowMoreThanOffered(Type type, int written, int offered) =>
            throw new FormatException($"{type} says that it wrote {written} where {offered} were offered.");
    }
}
