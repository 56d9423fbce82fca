using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Pooling.Benchmarks.Application.Deliveries;

/// <summary>Creates web applications that listen on this machine, on a free port, and write no log.</summary>
internal static class WebApplications
{
    internal static async Task<(WebApplication Application, Uri Address)> StartAsync(
        Action<IServiceCollection> addServices, Action<WebApplication> map)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRouting();
        builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = TimeSpan.FromSeconds(1));
        addServices(builder.Services);
        WebApplication application = builder.Build();
        map(application);
        await application.StartAsync();
        return (application, new UriBuilder(application.Urls.First()) { Scheme = "ws" }.Uri);
    }
}
