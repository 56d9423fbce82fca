using System.Net;
using Contoso.Tcp1;

HostApplicationBuilder builder = Host.CreateApplicationBuilder(args);
builder.Services.AddSingleton(new IPEndPoint(IPAddress.Loopback, builder.Configuration.GetValue("port", 5081)));
builder.Services.AddSingleton(builder.Configuration.GetSection("Limits").Get<Limits>() ?? new Limits());
builder.Services.Configure<HostOptions>(static host => host.ShutdownTimeout = TimeSpan.FromSeconds(10));
builder.Services.AddHostedService<TcpServer>();
builder.Build().Run();
