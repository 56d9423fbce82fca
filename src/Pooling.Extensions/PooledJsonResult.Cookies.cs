using Microsoft.AspNetCore.Http.Metadata;

namespace Pooling.Extensions;

/// <content>What the results of the framework say about cookies.</content>
public abstract partial class PooledJsonResult<T>
{
    static partial void AddCookies(IList<object> metadata) => metadata.Add(CookieMetadata.Instance);

    private sealed class CookieMetadata : IDisableCookieRedirectMetadata
    {
        internal static CookieMetadata Instance { get; } = new();
    }
}
