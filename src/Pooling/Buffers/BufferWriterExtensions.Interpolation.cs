using System.Buffers;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Interpolated text.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes interpolated text as UTF-8, without the string: <c>writer.WriteUtf8($"{name}: {count}")</c>. Numbers and dates are
    /// those of the current culture, as in every interpolated string.</summary>
    /// <param name="writer">The writer, which the expressions in the text must not use.</param>
    /// <param name="text">The text, written as <c>$"…"</c>.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> was made for another writer.</exception>
    /// <exception cref="InvalidOperationException">An expression in the text used the writer.</exception>
    /// <remarks>A <see cref="PooledArrayBufferWriter{T}"/> has all of the text, or nothing if any part of it throws; other writers may have
    /// the beginning. Values that format themselves into spans are written without a temporary string, unless they take more than a few
    /// hundred characters and the framework has no UTF-8 form of them, or more than a few thousand bytes; below .NET 8 every value but text
    /// costs its string.</remarks>
    public static long WriteUtf8(
        this IBufferWriter<byte> writer,
        [InterpolatedStringHandlerArgument(nameof(writer))] ref Utf8InterpolatedStringHandler text) => text.End(writer);

    /// <summary>Writes interpolated text as UTF-8, without the string, with the numbers and dates of one culture:
    /// <c>writer.WriteUtf8(CultureInfo.InvariantCulture, $"{price}")</c>.</summary>
    /// <param name="writer">The writer, which the expressions in the text must not use.</param>
    /// <param name="provider">The culture, or any provider of formats; <see langword="null"/> for the current culture.</param>
    /// <param name="text">The text, written as <c>$"…"</c>.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> was made for another writer.</exception>
    /// <exception cref="InvalidOperationException">An expression in the text used the writer.</exception>
    /// <remarks>As without a provider.</remarks>
    [SuppressMessage("Style", "IDE0060", Justification = "The handler's constructor gets it.")]
    public static long WriteUtf8(
        this IBufferWriter<byte> writer,
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(writer), nameof(provider))] ref Utf8InterpolatedStringHandler text) => text.End(writer);

    /// <summary>What the compiler turns interpolated text into; not for use by hand.</summary>
    /// <remarks>
    /// <para>To a <see cref="PooledArrayBufferWriter{T}"/> the parts follow what was written and are counted at the end, so that an
    /// exception in one of them leaves nothing. To other writers they go one by one.</para>
    /// <para>Thread safety: none, it lives on the stack.</para>
    /// <para>Allocation: none for values that format themselves into spans; otherwise their strings.</para>
    /// </remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [InterpolatedStringHandler]
    public ref partial struct Utf8InterpolatedStringHandler
    {
        private readonly IBufferWriter<byte>? _writer; // null: the default value
        private readonly PooledArrayBufferWriter<byte>? _own; // the writer, if it is one of ours
        private readonly IFormatProvider? _provider;
        private readonly ICustomFormatter? _formatter;
        private readonly int _start; // what was written to our own writer before
        private readonly long _use; // of our own writer: another text within this one takes the same room
        private byte[]? _array; // of our own writer
        private int _pending; // the bytes of ours behind that, not counted there yet
        private long _sent; // the bytes that another writer has already

        /// <summary>Initializes a new instance of the <see cref="Utf8InterpolatedStringHandler"/> struct for a text in the current
        /// culture.</summary>
        /// <param name="literalLength">The characters between the expressions; not used.</param>
        /// <param name="formattedCount">The expressions; not used.</param>
        /// <param name="writer">Where it goes.</param>
        /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
        /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
        public Utf8InterpolatedStringHandler(int literalLength, int formattedCount, IBufferWriter<byte> writer)
            : this(literalLength, formattedCount, writer, provider: null)
        {
        }

        /// <summary>Initializes a new instance of the <see cref="Utf8InterpolatedStringHandler"/> struct.</summary>
        /// <param name="literalLength">The characters between the expressions; not used.</param>
        /// <param name="formattedCount">The expressions; not used.</param>
        /// <param name="writer">Where it goes.</param>
        /// <param name="provider">The culture, or any provider of formats; <see langword="null"/> for the current culture.</param>
        /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
        /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
        [SuppressMessage("Style", "IDE0060", Justification = "The compiler passes them; lengths in characters say little about bytes.")]
        public Utf8InterpolatedStringHandler(int literalLength, int formattedCount, IBufferWriter<byte> writer, IFormatProvider? provider)
        {
            ArgumentNullException.ThrowIfNull(writer);

            _writer = writer;
            _provider = provider;
            if (provider is not null && provider.GetType() != typeof(CultureInfo)) // which has none
                _formatter = (ICustomFormatter?)provider.GetFormat(typeof(ICustomFormatter));

            if (writer is PooledArrayBufferWriter<byte> own)
            {
                _own = own;
                _start = own.WrittenCount;
                _array = own.WrittenSegment.Array;
                _use = own.BeginUse();
            }
        }

        /// <summary>Appends the text between two expressions.</summary>
        /// <param name="value">The text.</param>
        public void AppendLiteral(string value) => AppendText(value.AsSpan());

        /// <summary>Appends text.</summary>
        /// <param name="value">The text; <see langword="null"/> is empty.</param>
        public void AppendFormatted(string? value)
        {
            if (_formatter is null)
                AppendText(value.AsSpan());
            else
                AppendFormatted<string?>(value);
        }

        /// <summary>Appends text in a column.</summary>
        /// <param name="value">The text; <see langword="null"/> is empty.</param>
        /// <param name="alignment">The characters that it takes at least: to the right if positive, to the left if negative.</param>
        /// <param name="format">Only a custom formatter of the provider heeds it.</param>
        public void AppendFormatted(string? value, int alignment = 0, string? format = null)
        {
            if (_formatter is null)
                AppendAligned(value.AsSpan(), alignment);
            else
                AppendFormatted<string?>(value, alignment, format);
        }

        /// <summary>Appends text in a column.</summary>
        /// <param name="value">The text.</param>
        /// <param name="alignment">The characters that it takes at least: to the right if positive, to the left if negative.</param>
        /// <param name="format">Not heeded.</param>
        [SuppressMessage("Style", "IDE0060", Justification = "The compiler asks for it.")]
        public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment = 0, string? format = null) =>
            AppendAligned(value, alignment);

        /// <summary>Appends text that is UTF-8 already.</summary>
        /// <param name="utf8">The bytes, copied as they are.</param>
        /// <param name="alignment">The characters that it takes at least: to the right if positive, to the left if negative.</param>
        /// <param name="format">Not heeded.</param>
        [SuppressMessage("Style", "IDE0060", Justification = "The compiler asks for it.")]
        public void AppendFormatted(scoped ReadOnlySpan<byte> utf8, int alignment = 0, string? format = null)
        {
            long padding = alignment == 0 ? 0 : Padding(alignment, Utf8Text.CountChars(utf8));
            if (alignment > 0)
                AppendSpaces(padding);

            AppendBytes(utf8);
            if (alignment < 0)
                AppendSpaces(padding);
        }

        /// <summary>Appends a value in a column.</summary>
        /// <param name="value">The value; <see langword="null"/> is empty.</param>
        /// <param name="alignment">The characters that it takes at least: to the right if positive, to the left if negative.</param>
        /// <param name="format">Its format; <see langword="null"/> for the usual one.</param>
        public void AppendFormatted(object? value, int alignment = 0, string? format = null) =>
            AppendFormatted<object?>(value, alignment, format);

        /// <summary>Appends a value.</summary>
        /// <typeparam name="T">Its type.</typeparam>
        /// <param name="value">The value; <see langword="null"/> is empty.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value) => AppendFormatted(value, alignment: 0, format: null);

        /// <summary>Appends a value in a format.</summary>
        /// <typeparam name="T">Its type.</typeparam>
        /// <param name="value">The value; <see langword="null"/> is empty.</param>
        /// <param name="format">Its format; <see langword="null"/> for the usual one.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, string? format) => AppendFormatted(value, alignment: 0, format);

        /// <summary>Appends a value in a column.</summary>
        /// <typeparam name="T">Its type.</typeparam>
        /// <param name="value">The value; <see langword="null"/> is empty.</param>
        /// <param name="alignment">The characters that it takes at least: to the right if positive, to the left if negative.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, format: null);

        /// <summary>Appends a value in a column and a format.</summary>
        /// <typeparam name="T">Its type.</typeparam>
        /// <param name="value">The value; <see langword="null"/> is empty.</param>
        /// <param name="alignment">The characters that it takes at least: to the right if positive, to the left if negative.</param>
        /// <param name="format">Its format; <see langword="null"/> for the usual one.</param>
        public void AppendFormatted<T>(T value, int alignment, string? format)
        {
            if (_formatter is not null)
                AppendAligned(_formatter.Format(format, value, _provider).AsSpan(), alignment);
            else if (value is null)
                AppendAligned(default, alignment);
            else if (!Utf8Format.FormatsToUtf8(value))
                AppendThroughChars(value, alignment, format);
            else if (_own is not null)
                AppendToOwn(_own, value, alignment, format);
            else
                AppendThroughBytes(value, alignment, format);
        }

        /// <summary>Counts the text as written.</summary>
        internal long End(IBufferWriter<byte> writer)
        {
            ArgumentNullException.ThrowIfNull(writer);
            if (_writer != writer)
                Throw.Argument("The text was made for another writer.", "text");

            if (_own is null)
                return _sent;

            RefuseUse(_own);
            int written = _pending;
            _own.Advance(written);
            _pending = 0;
            _array = null; // the second time is refused
            return written;
        }
    }
}
