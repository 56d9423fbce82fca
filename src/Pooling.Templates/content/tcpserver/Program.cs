using Contoso.Tcp1;
using Microsoft.AspNetCore.Connections;

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder(args);
int port = builder.Configuration.GetValue("port", 5081);
builder.WebHost.ConfigureKestrel(server =>
{
    server.Limits.MaxConcurrentConnections = 10_000;
    server.ListenLocalhost(port, static listener => listener.UseConnectionHandler<MessageConnectionHandler>()); // ListenAnyIP for all hosts
});

WebApplication app = builder.Build();
app.Run();
