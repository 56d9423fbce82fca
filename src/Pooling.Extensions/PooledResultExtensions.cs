using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Extensions;

/// <summary>Provides results of minimal APIs that write JSON with a pooled writer:
/// <c>Results.Extensions.PooledJson(…)</c>.</summary>
/// <remarks>
/// <para>The status and the headers are only set once bytes are sent. If writing throws before, the exception leaves
/// the response as it was, so that the server or a middleware can answer it, as a rule with 500. If it throws
/// afterwards, the connection is aborted, so that the client notices that the document is incomplete.</para>
/// <para>Aborted requests: if the client goes, or a request timeout ends the request, the result ends with an
/// <see cref="OperationCanceledException"/>, so that no cache stores what there is of the response. The server does not
/// log it as an error if the client has gone. After a timeout, its middleware answers; once a byte was sent, the
/// connection is aborted.</para>
/// <para>Bodies: a response with the status 204, 205 or 304 has none, so that nothing is written then: no callback is
/// called, and no sequence is enumerated. A HEAD request gets the headers that a GET request gets, also the length of a
/// document that is written as a whole; a sequence is not enumerated for it.</para>
/// <para>Options: without a <see cref="JsonTypeInfo{T}"/>, a result serializes with the options of the application,
/// those of <c>ConfigureHttpJsonOptions</c>, and its type is described by them: by a generated
/// <c>JsonSerializerContext</c> in their <c>TypeInfoResolverChain</c>, if the program is trimmed. Such a result has the
/// status 200, and adds its type and its status to the description of the endpoint.</para>
/// <para>Pools: a result rents from the pool that is passed, or else from the <see cref="Utf8JsonWriterPool"/> of the
/// services, or else from <see cref="Utf8JsonWriterPool.Shared"/>. Every lease has ended when the result has.</para>
/// <para>Thread safety: a result may be used for several requests at the same time, if its state or value may.</para>
/// <para>Allocation: the result. Writing allocates what the callback or the serializer does, and nothing for the
/// document once the pool is warm.</para>
/// </remarks>
public static class PooledResultExtensions
{
    /// <summary>Creates a result that writes a document with a callback.</summary>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <param name="results"><c>Results.Extensions</c>.</param>
    /// <param name="write">Writes one complete document. It should be a static lambda expression, which is created
    /// once.</param>
    /// <param name="state">The state that the callback gets, so that it captures nothing.</param>
    /// <param name="pool">The pool to rent the writer from; <see langword="null"/> for that of the services.</param>
    /// <param name="statusCode">The status of the response, from 200 to 599; <see langword="null"/> to leave it as it
    /// is, which is 200 by default.</param>
    /// <returns>The result, with <c>Content-Length</c> and the content type <c>application/json;
    /// charset=utf-8</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="results"/> or <paramref name="write"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="statusCode"/> is less than 200 or greater than
    /// 599.</exception>
    /// <remarks>The whole document is written before the first byte is sent. A callback that leaves it incomplete
    /// causes an <see cref="InvalidOperationException"/>.</remarks>
    public static IResult PooledJson<TState>(
        this IResultExtensions results,
        Action<Utf8JsonWriter, TState> write,
        TState state,
        Utf8JsonWriterPool? pool = null,
        int? statusCode = null)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(write);
        CheckStatus(statusCode);

        return new PooledJsonCallbackResult<TState>(write, state, pool, statusCode);
    }

    /// <summary>Creates a result that serializes a value with the options of the application.</summary>
    /// <typeparam name="T">The type of the value, which the description of the endpoint names.</typeparam>
    /// <param name="results"><c>TypedResults.Extensions</c> or <c>Results.Extensions</c>.</param>
    /// <param name="value">The value. An object of a derived class is serialized as such, unless
    /// <typeparamref name="T"/> says how derived classes are written. <see langword="null"/> is sent as
    /// <c>null</c>.</param>
    /// <param name="pool">The pool to rent the writer from; <see langword="null"/> for that of the services.</param>
    /// <returns>The result, with the status 200, <c>Content-Length</c> and the content type
    /// <c>application/json; charset=utf-8</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="results"/> is <see langword="null"/>.</exception>
    /// <remarks>The whole document is written before the first byte is sent. To send an
    /// <see cref="IAsyncEnumerable{T}"/>, pass it as such, and not as an object of a class that implements
    /// it.</remarks>
    public static PooledJsonResult<T> PooledJson<T>(
        this IResultExtensions results, T value, Utf8JsonWriterPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(results);

        return new PooledJsonValueResult<T>(value, null, pool, StatusCodes.Status200OK);
    }

    /// <summary>Creates a result that writes the items of a sequence as a JSON array while the sequence yields them,
    /// with the options of the application.</summary>
    /// <typeparam name="T">The type of the items, which the description of the endpoint names.</typeparam>
    /// <param name="results"><c>TypedResults.Extensions</c> or <c>Results.Extensions</c>.</param>
    /// <param name="values">The items. The sequence gets a token that is canceled when the request is aborted.</param>
    /// <param name="pool">The pool to rent the writer from; <see langword="null"/> for that of the services.</param>
    /// <returns>The result, with the status 200 and the content type <c>application/json; charset=utf-8</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="results"/> or <paramref name="values"/> is
    /// <see langword="null"/>.</exception>
    /// <remarks>Items are sent as the overload with a <see cref="JsonTypeInfo{T}"/> does.</remarks>
    public static PooledJsonResult<IAsyncEnumerable<T>> PooledJson<T>(
        this IResultExtensions results, IAsyncEnumerable<T> values, Utf8JsonWriterPool? pool = null)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(values);

        return new PooledJsonStreamResult<T>(values, null, pool, StatusCodes.Status200OK);
    }

    /// <summary>Creates a result that serializes a value, with another status or with options of its own.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="results"><c>Results.Extensions</c>.</param>
    /// <param name="value">The value.</param>
    /// <param name="typeInfo">Describes the type, as a generated <c>JsonSerializerContext</c> does.</param>
    /// <param name="pool">The pool to rent the writer from; <see langword="null"/> for that of the services.</param>
    /// <param name="statusCode">The status of the response, from 200 to 599; <see langword="null"/> to leave it as it
    /// is, which is 200 by default.</param>
    /// <returns>The result, with <c>Content-Length</c> and the content type <c>application/json;
    /// charset=utf-8</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="results"/> or <paramref name="typeInfo"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="statusCode"/> is less than 200 or greater than
    /// 599.</exception>
    /// <remarks>The whole document is written before the first byte is sent.</remarks>
    public static IResult PooledJson<T>(
        this IResultExtensions results,
        T value,
        JsonTypeInfo<T> typeInfo,
        Utf8JsonWriterPool? pool = null,
        int? statusCode = null)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(typeInfo);
        CheckStatus(statusCode);

        return new PooledJsonValueResult<T>(value, typeInfo, pool, statusCode);
    }

    /// <summary>Creates a result that writes the items of a sequence as a JSON array while the sequence yields
    /// them.</summary>
    /// <typeparam name="T">The type of the items.</typeparam>
    /// <param name="results"><c>Results.Extensions</c>.</param>
    /// <param name="values">The items. The sequence gets a token that is canceled when the request is aborted.</param>
    /// <param name="typeInfo">Describes the type of the items, as a generated <c>JsonSerializerContext</c>
    /// does.</param>
    /// <param name="pool">The pool to rent the writer from; <see langword="null"/> for that of the services.</param>
    /// <param name="statusCode">The status of the response, from 200 to 599; <see langword="null"/> to leave it as it
    /// is, which is 200 by default.</param>
    /// <returns>The result, with the content type <c>application/json; charset=utf-8</c>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="results"/>, <paramref name="values"/> or
    /// <paramref name="typeInfo"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="statusCode"/> is less than 200 or greater than
    /// 599.</exception>
    /// <remarks>Items are sent when about 16 KB have gathered, and when the sequence makes the result wait for its next
    /// item. Until then the response has not started. A client that reads slowly slows the sequence down.</remarks>
    public static IResult PooledJson<T>(
        this IResultExtensions results,
        IAsyncEnumerable<T> values,
        JsonTypeInfo<T> typeInfo,
        Utf8JsonWriterPool? pool = null,
        int? statusCode = null)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(values);
        ArgumentNullException.ThrowIfNull(typeInfo);
        CheckStatus(statusCode);

        return new PooledJsonStreamResult<T>(values, typeInfo, pool, statusCode);
    }

    private static void CheckStatus(int? statusCode)
    {
        if (statusCode is { } status)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(status, 200, nameof(statusCode));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(status, 599, nameof(statusCode));
        }
    }
}
