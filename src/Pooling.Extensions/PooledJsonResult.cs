using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Pooling.Extensions;

/// <summary>A result that writes a value, or the items of a sequence, as JSON with a pooled writer. Its type and its
/// status are in the description of an endpoint that returns it, as with <c>TypedResults.Ok</c>.</summary>
/// <typeparam name="T">The type of the value.</typeparam>
/// <remarks>
/// <para>A handler may return it alone, or as one of several results: <c>Results&lt;PooledJsonResult&lt;Order&gt;,
/// NotFound&gt;</c>. <see cref="PooledResultExtensions"/> creates it.</para>
/// <para>Thread safety: may be used for several requests at the same time, if its value may.</para>
/// <para>Allocation: as <see cref="PooledResultExtensions"/> says.</para>
/// </remarks>
public abstract partial class PooledJsonResult<T>
    : IResult, IEndpointMetadataProvider, IStatusCodeHttpResult, IValueHttpResult, IValueHttpResult<T>
{
    private protected PooledJsonResult(T? value, int? statusCode)
    {
        Value = value;
        StatusCode = statusCode;
    }

    /// <summary>Gets the value.</summary>
    public T? Value { get; }

    /// <summary>Gets the status of the response; <see langword="null"/> if the result leaves it as it is.</summary>
    public int? StatusCode { get; }

    object? IValueHttpResult.Value => Value;

    /// <summary>Writes the response.</summary>
    /// <param name="httpContext">The context of the request.</param>
    /// <returns>A task that ends when the response is written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="httpContext"/> is <see langword="null"/>.</exception>
    /// <exception cref="NotSupportedException">The options of the application do not describe the type.</exception>
    /// <exception cref="OperationCanceledException">The client has gone, or a request timeout has ended the
    /// request.</exception>
    public abstract Task ExecuteAsync(HttpContext httpContext);

    // Only results with the status 200 are returned as this type. The others are returned as IResult.
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(method);
        ArgumentNullException.ThrowIfNull(builder);

        builder.Metadata.Add(
            new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), [PooledJsonResponse.MediaType]));
        AddCookies(builder.Metadata);
    }

    /// <summary>Says that the endpoint answers programs: without a login, with 401 in place of a page.</summary>
    static partial void AddCookies(IList<object> metadata);
}
