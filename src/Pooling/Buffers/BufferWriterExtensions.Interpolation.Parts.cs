using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>How the parts of an interpolated string are written.</content>
public static partial class BufferWriterExtensions
{
    private const int OnStack = 256; // characters or bytes of one value
    private const int SmallestRoom = 64; // bytes offered to a value that did not fit the available room
    // bytes offered at most: a value that still does not fit is converted to a string
    private const int LargestRoom = 4096;

    public ref partial struct Utf8InterpolatedStringHandler
    {
        /// <summary>Formats a value directly into the writer.</summary>
        private void AppendToOwn<T>(PooledArrayBufferWriter<byte> own, T value, int alignment, string? format)
        {
            Span<byte> room = Offer<T>(RoomInOwn(own, 0), OnStack);
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

                int next = Math.Min(Math.Max(room.Length * 2, SmallestRoom), most);
                room = Offer<T>(RoomInOwn(own, next), next);
            }

            RefuseUse(own);
            if ((uint)bytes > (uint)room.Length)
                ThrowMoreThanOffered(typeof(T), bytes, room.Length);

            _pending += bytes;
            if (alignment != 0)
                Align(own, bytes, alignment);
        }

        /// <summary>Clears what a value is given to write to, and no more than that, unless the value is known to write
        /// what it claims: otherwise it could pass on what another renter left in the array.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Span<byte> Offer<T>(Span<byte> room, int most)
        {
            if (Utf8Format.IsTrusted<T>())
                return room;

            room = room.Slice(0, Math.Min(room.Length, most));
            room.Clear();
            return room;
        }

        /// <summary>Adds spaces before or after the last bytes.</summary>
        private void Align(PooledArrayBufferWriter<byte> own, int bytes, int alignment)
        {
            int chars = bytes == 0
                ? 0
                : Utf8Text.CountChars(own.GetSpanBehind(_pending - bytes, bytes).Slice(0, bytes));
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

        /// <summary>Formats a value as characters first.</summary>
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

        /// <summary>Formats a value on the stack: a span of another writer becomes invalid if the value uses that
        /// writer.</summary>
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

            Span<byte> room = RoomInOwn(own, text.Length); // each character takes at least one byte
            if (room.Length / MaxBytesOfChar < text.Length)
            {
                // no writer holds as many bytes as that
                room = RoomInOwn(own, (int)Math.Min(CountUtf8(text), int.MaxValue));
            }

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
                RoomInOwn(own, (int)Math.Min(count, int.MaxValue)).Slice(0, (int)Math.Min(count, int.MaxValue)).Fill(
                    (byte)' ');
                _pending += (int)count;
                return;
            }

            Span<byte> spaces = stackalloc byte[SmallestRoom];
            spaces.Fill((byte)' ');
            for (; count > 0; count -= SmallestRoom)
                AppendBytes(spaces.Slice(0, (int)Math.Min(count, SmallestRoom)));
        }

        /// <summary>Returns room after the pending text, which is moved along if the writer grows.</summary>
        /// <param name="own">The writer.</param>
        /// <param name="length">The minimum number of bytes; 0 for any non-empty span.</param>
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
            own.BeginText(out _array, out _);
            return room;
        }

        /// <summary>Throws if the writer was used meanwhile: the text would overwrite what was written, or expose
        /// previous content of a new array.</summary>
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
        private static void ThrowDefault() =>
            Throw.InvalidOperation(
                "The interpolated string handler is the default value. Pass an interpolated string instead.");

        [DoesNotReturn]
        private static void ThrowUsed(PooledArrayBufferWriter<byte> own)
        {
            own.ThrowIfClosed(); // first
            Throw.InvalidOperation(
                "The writer was used while an interpolated string was written to it, "
                + "by an expression in the string or by its handler.");
        }

        [DoesNotReturn]
        private static void ThrowMoreThanOffered(Type type, int written, int offered) =>
            throw new FormatException(
                $"'{type}' reported that it wrote {written} into a destination of length {offered}.");
    }
}
