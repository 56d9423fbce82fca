using Microsoft.AspNetCore.Builder;

namespace Pooling.Samples;

/// <summary>A time limit for requests that is over when a test says so. A limit of
/// <c>UseRequestTimeouts</c> could be over before a response has begun, on a busy machine.</summary>
internal static class TimeLimit
{
    /// <summary>Cancels the token of each request, as <c>UseRequestTimeouts</c> does.</summary>
    public static void UseTimeLimit(this WebApplication application, CancellationToken isOver) =>
        application.Use(async (context, next) =>
        {
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, isOver);
            context.RequestAborted = ending.Token;
            await next(context);
        });
}
