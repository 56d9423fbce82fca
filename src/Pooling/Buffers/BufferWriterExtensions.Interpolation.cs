using System.Buffers;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Interpolated strings.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes an interpolated string as UTF-8 without creating the string: <c>writer.WriteUtf8($"{name}:
    /// {count}")</c>. Numbers and dates are formatted in the current culture, as in any interpolated string.</summary>
    /// <param name="writer">The writer. Expressions in the string must not use it.</param>
    /// <param name="text">The interpolated string, written as <c>$"…"</c>.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> was created for another writer.</exception>
    /// <exception cref="InvalidOperationException">An expression in the string used the writer.</exception>
    /// <remarks>If an expression throws, a <see cref="PooledArrayBufferWriter{T}"/> is unchanged; other writers may
    /// contain the beginning of the text. Values that can format themselves into spans need no temporary string, unless
    /// they exceed a few hundred characters without UTF-8 support in the framework, or a few thousand bytes. On
    /// frameworks before .NET 8, every value other than text is converted to a string.</remarks>
    public static long WriteUtf8(
        this IBufferWriter<byte> writer,
        [InterpolatedStringHandlerArgument(nameof(writer))] ref Utf8InterpolatedStringHandler text) => text.End(writer);

    /// <summary>Writes an interpolated string as UTF-8 without creating the string, formatted in the specified culture:
    /// <c>writer.WriteUtf8(CultureInfo.InvariantCulture, $"{price}")</c>.</summary>
    /// <param name="writer">The writer. Expressions in the string must not use it.</param>
    /// <param name="provider">The culture or another format provider; <see langword="null"/> for the current
    /// culture.</param>
    /// <param name="text">The interpolated string, written as <c>$"…"</c>.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> was created for another writer.</exception>
    /// <exception cref="InvalidOperationException">An expression in the string used the writer.</exception>
    /// <remarks>See the remarks of the overload without a provider.</remarks>
    [SuppressMessage("Style", "IDE0060", Justification = "The handler's constructor gets it.")]
    public static long WriteUtf8(
        this IBufferWriter<byte> writer,
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument(nameof(writer),
            nameof(provider))] ref Utf8InterpolatedStringHandler text) => text.End(writer);

    /// <summary>Provides the handler that the compiler uses for interpolated strings. Not intended for direct
    /// use.</summary>
    /// <remarks>
    /// <para>In a <see cref="PooledArrayBufferWriter{T}"/>, the parts are placed after the content and counted at the
    /// end, so that an exception in one of them leaves nothing behind. Other writers get the parts one by one.</para>
    /// <para>Thread safety: none; it lives on the stack.</para>
    /// <para>Allocation: none for values that can format themselves into spans; otherwise their strings.</para>
    /// </remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [InterpolatedStringHandler]
    public ref partial struct Utf8InterpolatedStringHandler
    {
        private readonly IBufferWriter<byte>? _writer; // null in the default value
        private readonly PooledArrayBufferWriter<byte>? _own; // the writer, if it is a PooledArrayBufferWriter
        private readonly IFormatProvider? _provider;
        private readonly ICustomFormatter? _formatter;
        private readonly int _start; // the count of our own writer at the start
        private readonly long _use; // of our own writer: detects another text within this one
        private byte[]? _array; // of our own writer
        private int _pending; // the bytes after the start that the writer does not count yet
        private long _sent; // the bytes that another kind of writer has received

        /// <summary>Initializes a new instance of the <see cref="Utf8InterpolatedStringHandler"/> struct that formats
        /// in the current culture.</summary>
        /// <param name="literalLength">The number of characters outside of expressions; not used.</param>
        /// <param name="formattedCount">The number of expressions; not used.</param>
        /// <param name="writer">The writer to write to.</param>
        /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
        /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
        public Utf8InterpolatedStringHandler(int literalLength, int formattedCount, IBufferWriter<byte> writer)
            : this(literalLength, formattedCount, writer, provider: null)
        {
        }

        /// <summary>Initializes a new instance of the <see cref="Utf8InterpolatedStringHandler"/> struct.</summary>
        /// <param name="literalLength">The number of characters outside of expressions; not used.</param>
        /// <param name="formattedCount">The number of expressions; not used.</param>
        /// <param name="writer">The writer to write to.</param>
        /// <param name="provider">The culture or another format provider; <see langword="null"/> for the current
        /// culture.</param>
        /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
        /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
        [SuppressMessage("Style", "IDE0060",
            Justification = "The compiler passes them; lengths in characters say little about bytes.")]
        public Utf8InterpolatedStringHandler(
            int literalLength, int formattedCount, IBufferWriter<byte> writer, IFormatProvider? provider)
        {
            ArgumentNullException.ThrowIfNull(writer);

            _writer = writer;
            _provider = provider;
            if (provider is not null && provider.GetType() != typeof(CultureInfo)) // which has no custom formatter
                _formatter = (ICustomFormatter?)provider.GetFormat(typeof(ICustomFormatter));

            if (writer is PooledArrayBufferWriter<byte> own)
            {
                _own = own;
                own.BeginText(out _array, out _start);
                _use = own.BeginUse();
            }
        }

        /// <summary>Appends the text between two expressions.</summary>
        /// <param name="value">The text.</param>
        public void AppendLiteral(string value) => AppendText(value.AsSpan());

        /// <summary>Appends text.</summary>
        /// <param name="value">The text; <see langword="null"/> appends nothing.</param>
        public void AppendFormatted(string? value)
        {
            if (_formatter is null)
                AppendText(value.AsSpan());
            else
                AppendFormatted<string?>(value);
        }

        /// <summary>Appends aligned text.</summary>
        /// <param name="value">The text; <see langword="null"/> is treated as empty.</param>
        /// <param name="alignment">The minimum number of characters; right-aligned if positive, left-aligned if
        /// negative.</param>
        /// <param name="format">Used only by a custom formatter of the provider.</param>
        public void AppendFormatted(string? value, int alignment = 0, string? format = null)
        {
            if (_formatter is null)
                AppendAligned(value.AsSpan(), alignment);
            else
                AppendFormatted<string?>(value, alignment, format);
        }

        /// <summary>Appends aligned text.</summary>
        /// <param name="value">The text.</param>
        /// <param name="alignment">The minimum number of characters; right-aligned if positive, left-aligned if
        /// negative.</param>
        /// <param name="format">Not used.</param>
        [SuppressMessage("Style", "IDE0060", Justification = "The compiler asks for it.")]
        public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment = 0, string? format = null) =>
            AppendAligned(value, alignment);

        /// <summary>Appends text that is already UTF-8.</summary>
        /// <param name="utf8">The bytes to copy.</param>
        /// <param name="alignment">The minimum number of characters; right-aligned if positive, left-aligned if
        /// negative.</param>
        /// <param name="format">Not used.</param>
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

        /// <summary>Appends an aligned value.</summary>
        /// <param name="value">The value; <see langword="null"/> is treated as empty.</param>
        /// <param name="alignment">The minimum number of characters; right-aligned if positive, left-aligned if
        /// negative.</param>
        /// <param name="format">The format; <see langword="null"/> for the default one.</param>
        public void AppendFormatted(object? value, int alignment = 0, string? format = null) =>
            AppendFormatted<object?>(value, alignment, format);

        /// <summary>Appends a value.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value; <see langword="null"/> appends nothing.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value) => AppendFormatted(value, alignment: 0, format: null);

        /// <summary>Appends a value with a format.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value; <see langword="null"/> appends nothing.</param>
        /// <param name="format">The format; <see langword="null"/> for the default one.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, string? format) => AppendFormatted(value, alignment: 0, format);

        /// <summary>Appends an aligned value.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value; <see langword="null"/> is treated as empty.</param>
        /// <param name="alignment">The minimum number of characters; right-aligned if positive, left-aligned if
        /// negative.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, format: null);

        /// <summary>Appends an aligned value with a format.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value; <see langword="null"/> is treated as empty.</param>
        /// <param name="alignment">The minimum number of characters; right-aligned if positive, left-aligned if
        /// negative.</param>
        /// <param name="format">The format; <see langword="null"/> for the default one.</param>
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
                Throw.Argument("The interpolated string was created for another writer.", "text");

            if (_own is null)
                return _sent;

            RefuseUse(_own);
            int written = _pending;
            _own.Advance(written);
            _pending = 0;
            _array = null; // a second use is refused
            return written;
        }
    }
}
